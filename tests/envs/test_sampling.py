"""Random legal actions are legal, and each is as likely as the others."""

from typing import Any

import numpy as np
import pytest

from tenback.envs.sampling import LegalSampler


def test_every_legal_action_is_as_likely() -> None:
    mask = np.zeros(393, np.int8)
    legal = [0, 31, 32, 200, 391, 392]
    mask[legal] = 1
    drawn = LegalSampler(seed=3)(np.tile(mask, (60_000, 1)))
    counts = np.bincount(drawn, minlength=393)
    assert counts[mask == 0].sum() == 0
    # Five standard deviations of a share of one sixth; the seed is fixed.
    assert abs(counts[legal] - 10_000).max() < 5 * np.sqrt(60_000 * 5 / 36)


def test_the_seed_decides_and_nothing_to_choose_from_gives_zero() -> None:
    masks = np.random.default_rng(0).integers(0, 2, (50, 233)).astype(np.int8)
    masks[7] = 0
    one, two = LegalSampler(5), LegalSampler(5)
    out = np.empty(50, np.int64)
    assert one(masks, out) is out
    np.testing.assert_array_equal(out, two(masks))
    assert out[7] == 0
    assert all(masks[row, action] for row, action in enumerate(out) if row != 7)


@pytest.mark.parametrize("size", [1, 7, 63, 64, 65, 233, 393, 640])
def test_a_mask_of_any_size_and_form_will_do(size: int) -> None:
    masks = np.random.default_rng(size).integers(0, 2, (200, size))
    masks[:, -1] = 1
    chosen = LegalSampler(1)(masks.astype(np.int8))
    assert masks[np.arange(200), chosen].all()
    forms: list[Any] = [masks.astype(bool), masks, np.asfortranarray(masks.astype(np.int8))]
    for same in forms:
        np.testing.assert_array_equal(LegalSampler(1)(same), chosen)
    only_last = np.zeros((3, size), np.int8)
    only_last[:, -1] = 1
    assert LegalSampler()(only_last).tolist() == [size - 1] * 3


def test_what_is_no_mask_is_refused() -> None:
    sample = LegalSampler()
    for wrong in (np.ones(5, np.int8), np.ones((2, 0), np.int8), np.ones((2, 5000), np.int8)):
        with pytest.raises(ValueError, match="masks have a row for each game"):
            sample(wrong)
    outs: list[Any] = [np.zeros(3, np.int64), np.zeros(2, np.int32)]
    for out in outs:
        with pytest.raises(ValueError, match="out has 2 numbers"):
            sample(np.ones((2, 5), np.int8), out)
