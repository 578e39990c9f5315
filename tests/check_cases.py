#!/usr/bin/env python3
"""check_cases.py ROOT: docs/cases.md and the numbers in tests must fit.

A case that can occur needs a test with "case B13" or "cases B12, B13" in a comment; a number in a
test needs a row. Prints what does not fit and exits with 1.
"""
import pathlib
import re
import sys

EXEMPT = ("*cannot occur*: ", "*to come*: ")


def rows(text):
    """{case: last column}"""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| B"):
            assert len(cells) == 4 and cells[0] not in found, line
            found[cells[0]] = cells[3]
    return found


def marked(folder):
    """{case: files}"""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_dir() or path.suffix not in (".cc", ".h", ".sh", ".txt", ".py"):
            continue
        for numbers in re.findall(r"(?://|#) cases? (B\d\d(?:, B\d\d)*)", path.read_text()):
            for number in numbers.split(", "):
                files.setdefault(number, []).append(path.name)
    return files


def main():
    root = pathlib.Path(sys.argv[1])
    documented = rows((root / "docs" / "cases.md").read_text())
    tested = marked(root / "tests")
    faults = [f"{case}: no test carries its number" for case, what in documented.items()
              if case not in tested and not what.startswith(EXEMPT)]
    faults += [f"{case}: docs/cases.md says that it waits, but {tested[case][0]} tests it"
               for case, what in documented.items() if case in tested and what.startswith(EXEMPT)]
    faults += [f"{case}: in {files[0]}, but not in docs/cases.md" for case, files in tested.items()
               if case not in documented]
    print("\n".join(faults) or f"{len(documented)} cases, {len(tested)} with tests")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
