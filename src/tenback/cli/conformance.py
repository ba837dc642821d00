"""``tenback conformance``: check files of rule vectors."""

from pathlib import Path

from tenback.cli.errors import CliError
from tenback.records.conformance import VectorFormatError, check_case, load_cases

__all__ = ["conformance"]


def conformance(*files: Path) -> int:
    """Check rule vectors; prints a line for each failure, then 'N passed, N failed'.

    Parameters
    ----------
    files
        Files with one case on each line, as JSON.
    """
    if not files:
        raise CliError("conformance: name at least one file of rule vectors")
    try:
        cases = [(path, case) for path in files for case in load_cases(path)]
    except VectorFormatError as error:
        raise CliError(str(error)) from None
    failed = 0
    for path, case in cases:
        differences = check_case(case)
        if differences:
            failed += 1
            rules = f" ({', '.join(case.rules)})" if case.rules else ""
            print(f"{path}: {case.id}{rules}: {'; '.join(differences)}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0
