#!/usr/bin/env bash
# check_headers.sh COMPILER INCLUDE_FOLDER
# Every header compiles as the first include of a file: it includes what it needs.
set -uo pipefail
compiler=$1
include=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2

failed=0
for header in weft.h graph/*.h ops/*.h engine/*.h; do
  if ! said=$(echo "#include \"weft/$header\"" |
    "$compiler" -std=c++20 -I "$include" -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
      -x c++ - 2>&1); then
    echo "$header does not compile alone:"
    echo "$said" | head -5
    failed=1
  fi
done
exit $failed
