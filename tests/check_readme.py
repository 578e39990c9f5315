"""Checks that README.md shows code that exists and links to files that exist.

    check_readme.py ROOT

After `<!-- quote: examples/NAME.cc -->` a cpp block must hold that file, but for the comment at its
top. Every relative link must lead to a file or folder.
"""
import pathlib
import re
import sys

QUOTE = re.compile(r"<!--\s*quote:\s*(\S+)\s*-->\n*")
CPP_BLOCK = re.compile(r"```cpp\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ANY_BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(<?([^)\s>]+)|\b(?:src|href)=\"([^\"]+)\"")


def without_top_comment(code):
    lines = code.splitlines()
    while lines and (lines[0].startswith("//") or not lines[0].strip()):
        lines.pop(0)
    return "\n".join(lines).strip("\n")


def wrong_quotes(root, readme):
    for quote in QUOTE.finditer(readme):
        path = quote.group(1)
        block = CPP_BLOCK.match(readme, quote.end())
        if not block:
            yield f"no cpp block follows the quote of {path}"
        elif not (root / path).is_file():
            yield f"there is no {path} to quote"
        elif block.group(1).strip("\n") != without_top_comment((root / path).read_text()):
            yield f"the quote of {path} differs from the file"


def dead_links(root, readme):
    for link in LINK.finditer(ANY_BLOCK.sub("", readme)):
        target = (link.group(1) or link.group(2)).split("#")[0]
        is_relative = target and not re.match(r"[a-z]+:", target)
        if is_relative and not (root / target).exists():
            yield f"the link to {target} leads nowhere"


def main():
    root = pathlib.Path(sys.argv[1])
    readme = (root / "README.md").read_text()
    faults = [*wrong_quotes(root, readme), *dead_links(root, readme)]
    for fault in faults:
        print(f"README.md: {fault}")
    sys.exit(1 if faults else 0)


main()
