#!/usr/bin/env python3
"""Checks the tests: each small fault of mutations.txt, made alone, must make a test fail.

    mutation.py [TEXT]    only the faults whose file or code holds TEXT

Works on a copy of the tracked files in build/mutation, prints one line a fault and then how many of
them the tests found. Exits with 1 if more than one in twenty survived, and with 2 if a fault does
not apply or does not compile. Takes about half a minute a fault.
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "build" / "mutation"
# What compiles or runs other builds sees no fault that the other tests do not see.
SLOW_TESTS = "compile_fail|check_|consumer|readme|plugin"


def read_faults():
    text = (ROOT / "tests" / "mutations.txt").read_text()
    pattern = re.compile(r"^(\S+\.(?:cc|h))\n- (.*)\n\+ (.*)$", re.MULTILINE)
    return [match.groups() for match in pattern.finditer(text)]


def copy_tree():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        source, target = ROOT / name, COPY / name
        if target.exists() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def run(*command):
    return subprocess.run(command, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def configure():
    # A fault may leave a variable unused.
    options = ["-DWEFT_WERROR=OFF", "-DWEFT_BUILD_BENCH=OFF", "-DWEFT_BUILD_EXAMPLES=OFF"]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    done = run("cmake", "--preset", "dev", *options)
    if done.returncode != 0:
        sys.exit(done.stdout)


def build():
    return run("cmake", "--build", "--preset", "dev").returncode == 0


def failing_test():
    """The first test that fails, or None."""
    done = run("ctest", "--preset", "dev", "-j2", "-E", SLOW_TESTS, "--stop-on-failure", "--timeout",
               "100")
    if done.returncode == 0:
        return None
    failed = re.search(r"^\s*\d+ - (.*)$", done.stdout.split("The following tests FAILED:")[-1],
                       re.MULTILINE)
    return failed.group(1) if failed else "ctest"


def try_fault(file, old, new):
    """What the tests say of a fault; None if it cannot be made."""
    path = COPY / file
    right = path.read_text()
    if right.count(old) != 1:
        return None
    path.write_text(right.replace(old, new))
    try:
        if not build():
            return None
        killer = failing_test()
        return f"found by {killer}" if killer else "SURVIVED"
    finally:
        path.write_text(right)


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    faults = [fault for fault in read_faults() if any(wanted in part for part in fault)]
    copy_tree()
    configure()
    if not build():
        sys.exit("the tests do not compile")
    if failed := failing_test():
        sys.exit(f"without a fault {failed} fails")
    verdicts = []
    for fault in faults:
        verdict = try_fault(*fault)
        verdicts.append(verdict)
        print(f"{fault[0]}: {fault[2]}\n    {verdict or 'DOES NOT APPLY'}", flush=True)
    found = sum(1 for verdict in verdicts if verdict and verdict != "SURVIVED")
    print(f"{found} of {len(faults)} faults were found")
    if None in verdicts:
        sys.exit(2)
    sys.exit(0 if found * 20 >= len(faults) * 19 else 1)


if __name__ == "__main__":
    main()
