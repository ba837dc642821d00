"""Results as files and as pictures."""

import io
import json
import re
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest

from tenback import lab
from tenback.lab.errors import LabError
from tenback.lab.plots import Distribution, draw, write_plot
from tenback.lab.results import load_results, save_results, verify_writable

RESULT = lab.simulate("original", players=2, bots="greedy", games=200, seed=1)
DUEL = lab.simulate("duel", bots="greedy", games=200)


def save(result: lab.SimulationResult, path: Path) -> Path:
    save_results(result.frame, result.spec.to_dict(), result.spec.title, path)
    return path


@pytest.mark.parametrize("name", ["x.parquet", "x.csv", "run[1].parquet", "run[1].csv", "x*.csv"])
@pytest.mark.parametrize("result", [RESULT, DUEL], ids=["team", "duel"])
def test_results_come_back(result: lab.SimulationResult, name: str, tmp_path: Path) -> None:
    saved = load_results(save(result, tmp_path / name))
    words = [pl.col("result").cast(pl.String), pl.col("termination").cast(pl.String)]
    given, found = result.frame.with_columns(words), saved.frame.with_columns(words)
    assert given.to_dicts() == found.to_dicts()
    assert saved.run == result.spec.to_dict()
    assert saved.title == result.spec.title
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_csv_without_its_description_has_the_name_of_the_file(tmp_path: Path) -> None:
    path = save(RESULT, tmp_path / "mine.csv")
    assert path.read_text().splitlines()[0] == "game,seed,result,score,termination,turns,decisions"
    description = tmp_path / "mine.csv.json"
    description.write_text("[1, 2]")
    assert load_results(path).title == "mine"
    description.unlink()
    assert load_results(path).title == "mine"


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("x.txt", b"", "does not end in .parquet or .csv"),
        ("x.parquet", b"nothing", "no table of results"),
        ("x.csv", b"", "no table of results"),
        ("x.csv", b"a,b\n1,2\n", "no column 'seed'"),
        ("x.csv", b"seed,result,score,turns\n", "no rows"),
        ("x.csv", b"seed,result,score,turns\n1,won,few,3\n", "not a whole number"),
        ("x.csv", b"seed,result,score,turns\n1,won,-4,3\n", "not a number of cards"),
        ("x.csv", b"\xff\xfe\x00,\x00", "no table of results"),
    ],
)
def test_other_files_are_refused(name: str, content: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(LabError, match=re.escape(told)):
        load_results(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="cannot be read: No such file"):
        load_results(tmp_path / "none.csv")
    with pytest.raises(LabError, match="cannot be read"):
        load_results(tmp_path / "none.parquet")


def test_what_cannot_be_written_is_told_before(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    for path in (tmp_path / "x.doc", tmp_path / "folder.csv", tmp_path / "no" / "x.csv"):
        with pytest.raises(LabError, match=str(path)):
            verify_writable(path, (".parquet", ".csv"))
    verify_writable(tmp_path / "x.csv", (".parquet", ".csv"))
    assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]


# Pictures


ONE = Distribution.of_frame(RESULT.spec.title, RESULT.frame)
TWO = Distribution.of_frame(DUEL.spec.title, DUEL.frame)


def test_distributions_count_wins_of_teams_only() -> None:
    assert ONE.wins == RESULT.wins
    assert TWO.wins is None
    assert ONE.shares(99).sum() == pytest.approx(100)


@pytest.mark.parametrize("drawn", [[ONE], [TWO], [ONE, TWO]], ids=["one", "duel", "several"])
def test_a_png_is_an_image(drawn: list[Distribution], tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    write_plot(drawn, path)
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", content[16:24])
    assert width > 600
    assert height > 300
    pixels = zlib.decompress(
        b"".join(
            content[at + 4 : at + 4 + struct.unpack(">I", content[at - 4 : at])[0]]
            for at in (found.start() for found in re.finditer(b"IDAT", content))
        )
    )
    assert len(set(pixels)) > 20  # not an empty sheet


def test_an_svg_is_xml_and_repeatable(tmp_path: Path) -> None:
    for name in ("x.svg", "y.svg"):
        write_plot([ONE], tmp_path / name)
    root = ElementTree.parse(tmp_path / "x.svg").getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert (tmp_path / "x.svg").read_bytes() == (tmp_path / "y.svg").read_bytes()


def test_a_page_asks_for_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    write_plot([Distribution("a <b>", ONE.scores, ONE.wins)], path)
    page = path.read_text()
    assert "<svg" in page
    assert 'aria-label="Distribution of cards left: a &lt;b&gt;"' in page
    assert "<h2>a <b>" not in page
    assert "Mean cards left" in page
    for found in re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", page):
        assert found.startswith("#")
    assert not re.search(r"<(link|script|img|iframe)|@import|url\((?!#)", page)


def test_the_bar_of_strong_teams_leaves_the_picture_and_says_so() -> None:
    scores = np.array([0] * 95 + [1, 2, 3, 4, 5])
    axes = draw([Distribution("strong", scores, 95)]).axes[0]
    assert axes.get_ylim()[1] < 5
    assert any("95.0 %" in text.get_text() for text in axes.texts)


@pytest.mark.parametrize("scores", [[0], [0, 0], [7]])
def test_few_games_can_be_drawn(scores: list[int], tmp_path: Path) -> None:
    write_plot([Distribution("few", np.array(scores), scores.count(0))], tmp_path / "x.svg")
    assert "few" in (tmp_path / "x.svg").read_text()


def test_a_duel_shows_who_wins() -> None:
    figure = draw([TWO])
    figure.savefig(io.BytesIO())  # the layout is computed only then
    axes = figure.axes[0]
    legend, bars = axes.get_legend().get_window_extent(), axes.get_window_extent()
    assert legend.y0 >= bars.y1  # above the bars, not on them
    told = [label.get_text() for label in axes.get_legend().get_texts()]
    assert told == ["P1 won", "P2 won"]
    assert "P1 won" in TWO.caption
    heights = sum(bar.get_height() for bar in axes.patches)
    assert heights == pytest.approx(100)


def test_any_result_can_be_drawn(tmp_path: Path) -> None:
    assert lab.plot(RESULT, DUEL, path=tmp_path / "x.html").axes
    assert lab.plot(load_results(save(RESULT, tmp_path / "x.csv"))).axes
    league = lab.league(["greedy", "random"], games=5)
    ratings, table = lab.plot(league, path=tmp_path / "x.svg").axes
    assert [label.get_text() for label in ratings.get_yticklabels()] == ["greedy", "random"]
    shown = [text.get_text() for text in table.texts]
    assert len(shown) == 2
    assert sum(map(float, shown)) == pytest.approx(100)
    assert (tmp_path / "x.svg").read_text().startswith("<?xml")
    for wrong, told in (((), "at least one"), ((league, league), "drawn alone")):
        with pytest.raises(LabError, match=told):
            lab.plot(*wrong)
    with pytest.raises(LabError, match=r"does not end in \.png or \.svg"):
        lab.plot(league, path=tmp_path / "x.html")


def test_descriptions_are_plain_json() -> None:
    assert json.loads(json.dumps(RESULT.to_dict()))["run"]["bots"] == ["greedy", "greedy"]
