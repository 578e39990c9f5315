#!/usr/bin/env bash
# check.sh COMPILER INCLUDE_FOLDER SCRATCH_FOLDER prepare
# check.sh COMPILER INCLUDE_FOLDER SCRATCH_FOLDER allowed|forbidden FILE
# The allowed form must compile. The forbidden one must not, for the reasons that the file names in
# lines "// expect: REGEX", each found in what the compiler says. `prepare` compiles weft.h once for
# all of them.
set -euo pipefail
compiler=$1
include=$2
scratch=$3
flags=(-std=c++20 -I "$include" -Wall -Wextra -Werror)

if [ "$4" = prepare ]; then
  mkdir -p "$scratch"
  echo '#include "weft/weft.h"' >"$scratch/weft.h"
  exec "$compiler" "${flags[@]}" -x c++-header "$scratch/weft.h" -o "$scratch/weft.h.gch"
fi

file=$5
flags+=(-include "$scratch/weft.h" -fsyntax-only)
if [ "$4" = allowed ]; then
  exec "$compiler" "${flags[@]}" "$file"
fi

if said=$("$compiler" "${flags[@]}" -DFORBIDDEN "$file" 2>&1); then
  echo "$file: the forbidden form compiles"
  exit 1
fi
mapfile -t reasons < <(sed -n 's|^// expect: ||p' "$file")
if [ ${#reasons[@]} -eq 0 ]; then
  echo "$file: names no reason"
  exit 1
fi
for reason in "${reasons[@]}"; do
  if ! grep -qE -- "$reason" <<<"$said"; then
    echo "$file: refused, but the compiler does not say \"$reason\":"
    echo "$said"
    exit 1
  fi
done
