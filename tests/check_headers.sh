#!/usr/bin/env bash
# check_headers.sh COMPILER INCLUDE_FOLDER
# Every header compiles as the first include of a file, so it includes what it needs. Where a source
# of the same name includes it first, the build has shown that; the others are compiled here.
set -uo pipefail
compiler=$1
include=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2

failed=0
for header in weft.h graph/*.h ops/*.h ops/kernels/*.h engine/*.h; do
  source=${header%.h}.cc
  if [ -f "$source" ]; then
    [ "$(grep -m1 '^#include' "$source")" = "#include \"weft/$header\"" ] && continue
    echo "$source does not include $header first"
    failed=1
  elif ! said=$(echo "#include \"weft/$header\"" |
    "$compiler" -std=c++20 -I "$include" -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
      -x c++ - 2>&1); then
    echo "$header does not compile alone:"
    echo "$said" | head -5
    failed=1
  fi
done
exit $failed
