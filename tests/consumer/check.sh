#!/usr/bin/env bash
# check.sh SCRATCH_FOLDER COMPILER static|shared
# Builds and runs the small project beside this script, with flags that a user may have: with weft
# as a part of it, then with that weft installed.
set -euo pipefail
scratch=$1
compiler=$2
shared=OFF
[ "$3" = static ] || shared=ON
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

options=(-G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_COMPILER=$compiler"
  "-DBUILD_SHARED_LIBS=$shared" "-DCMAKE_CXX_FLAGS=-march=native -Werror -Wall -Wextra")
command -v ccache >/dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)

# build_and_run NAME OPTION...
build_and_run() {
  local folder=$scratch/$1
  cmake -S "$here" -B "$folder" "${options[@]}" "${@:2}" >/dev/null
  cmake --build "$folder"
  local said
  said=$("$folder/consumer")
  case $said in
    *": Zür, Gen, Ber") ;;
    *) echo "the project with weft $1 says: $said"; exit 1 ;;
  esac
}

build_and_run inside "-DWEFT_SOURCE=$here/../.." -DWEFT_INSTALL=ON
rm -rf "$scratch/prefix"
cmake --install "$scratch/inside" --prefix "$scratch/prefix" >/dev/null
build_and_run installed "-DCMAKE_PREFIX_PATH=$scratch/prefix"
