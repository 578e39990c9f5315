"""Compares what line_pipeline writes with what a few lines of Python make of the same file.

    line_pipeline_test.py PROGRAM

The generated files are random; WEFT_SEED repeats them.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zlib

LINES_PER_BATCH = 4096
PROGRAM = sys.argv[1]
SEED = int(os.environ.get("WEFT_SEED") or random.SystemRandom().getrandbits(63))
RANDOM = random.Random(SEED)


def head(line, characters):
    """A character is any byte, with the continuation bytes that follow it."""
    pattern = rb"(?s:.[\x80-\xbf]*){0,%d}" % characters
    return re.match(pattern, line).group()


def expected_outputs(data):
    lines = data.split(b"\n")
    last_line_ends = lines[-1] == b""
    if last_line_ends:
        lines.pop()
    shortened = [line if head(line, 1) == b"@" else head(line, 24) + "…".encode() for line in lines]
    out = b"\n".join(shortened) + (b"\n" if lines and last_line_ends else b"")
    starts = range(0, len(lines), LINES_PER_BATCH)
    batches = [lines[start : start + LINES_PER_BATCH] for start in starts]
    initials = b"".join(b"".join(head(line, 1) for line in batch) + b"\n" for batch in batches)
    return out, initials


def random_text(pieces, count):
    return b"".join(RANDOM.choice(pieces) for _ in range(count))


WELL_FORMED = [b"@", b" ", b"a", b"B", "é".encode(), "日".encode(), "😄".encode()]
ANY_BYTES = [bytes([byte]) for byte in range(256)]
HOSTILE = WELL_FORMED + [b"\x00", b"\r", b"\x80", b"\xbf", b"\xe2\x82", b"\xf0", b"\xff", b"\n"]


def random_lines(count, pieces=WELL_FORMED, longest=60):
    return b"".join(random_text(pieces, RANDOM.randint(0, longest)) + b"\n" for _ in range(count))


FILES = {
    "empty": b"",
    "one line end": b"\n",
    "line ends only": b"\n" * 5000,
    "no final line end": b"first\n@second\nthird, which is longer than the others",
    "one character": b"@",
    "carriage returns": b"@kept as it is\r\n\r\ncut after twenty-four characters\r\n",
    "NUL": b"\0@\0\n@\0after\0\n\0\0\0\n" + b"\0" * 50,
    "@ after malformed bytes": b"\x80@\n\xff@x\n@\x80\n\xe2\x82@\n\xc3@" + b"@" * 40 + b"\n",
    "continuation bytes": b"\x80" * 100_000 + b"\n" + b"a" + b"\xbf" * 100_000 + b"@\n",
    "a batch": random_lines(4096),
    "a batch and no final line end": random_lines(4096)[:-1],
    "a batch and a line": random_lines(4097),
    "two batches and an open line": random_lines(8192) + b"@open",
    "many batches": random_lines(30_000),
    "text": random_text(HOSTILE, 200_000),
    "bytes": random_text(ANY_BYTES, 200_000),
    "a very long line": random_lines(10) + b"x" * 10_000_000 + b"\n" + random_lines(10),
    "a very long line that stays": b"@" + "日".encode() * 3_500_000,
    "long lines": random_lines(100, longest=50_000),
}


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True)


def check(condition, *facts):
    if not condition:
        sys.exit("line_pipeline_test: " + " ".join(map(str, facts)) + f" (WEFT_SEED={SEED})")


def check_file(folder, name, data, threads):
    source, out = folder / "in.txt", folder / "out.txt"
    source.write_bytes(data)
    done = run(source, out, "--threads", threads)
    check(done.returncode == 0 and done.stderr == b"", name, done.stderr)
    expected, expected_initials = expected_outputs(data)
    check(out.read_bytes() == expected, name, threads, "OUT differs")
    initials = (folder / "out.txt.initials").read_bytes()
    check(initials == expected_initials, name, threads, "OUT.initials differs")
    checksum = f"CRC-32 of {out}: {zlib.crc32(expected):08x}\n".encode()
    check(done.stdout.endswith(checksum), name, done.stdout, checksum)
    rows = data.count(b"\n") + (1 if data and not data.endswith(b"\n") else 0)
    report = rb"\n%d rows, %d bytes in .* s\n.* rows/s, .* MB/s, threads \d+\n" % (rows, len(data))
    check(re.search(report, done.stdout), name, done.stdout, report)


def check_error(text, *arguments):
    done = run(*arguments)
    message = done.stderr.decode()
    check(done.returncode == 1, arguments, "ended with", done.returncode)
    check(message.startswith("line_pipeline: ") and text in message, arguments, message)


def check_errors(folder):
    source, out = folder / "in.txt", folder / "out.txt"
    source.write_bytes(b"line\n")
    check_error("usage", source)
    check_error("usage", source, out, out)
    check_error("--fast", source, out, "--fast")
    check_error("number of threads", source, out, "--threads", "0")
    check_error("number of threads", source, out, "--threads", "2x")
    check_error("No such file", folder / "missing.txt", out)
    check_error("Is a directory", folder, out)
    check_error("No such file", source, folder / "missing" / "out.txt")
    check_error("same file", source, source)
    check_error("same file", source, folder / "." / "in.txt")
    check_error("same file", source, out, "--dot", source)
    os.link(source, folder / "link.txt")
    check_error("same file", source, folder / "link.txt")
    (folder / "link.txt.initials").symlink_to(source)
    (folder / "link.txt").unlink()
    check_error("same file", source, folder / "link.txt")
    check(source.read_bytes() == b"line\n", "the input was changed")
    if pathlib.Path("/dev/full").exists():
        (folder / "full.txt").symlink_to("/dev/full")
        check_error("No space left", source, folder / "full.txt")


def main():
    print(f"WEFT_SEED={SEED}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for title, data in FILES.items():
            for threads in (1, 2):
                check_file(folder, title, data, threads)
        check((folder / "plan.dot").read_bytes().startswith(b"digraph"), "no plan.dot")
        check_errors(folder)


main()
