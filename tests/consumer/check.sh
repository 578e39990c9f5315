#!/usr/bin/env bash
# check.sh SCRATCH_FOLDER COMPILER BUILD_TYPE
# Builds and runs the small project beside this script with flags that a user may have: with weft as
# a part of it, then with that weft installed; with shared libraries, then with static ones. Last
# with weft as content that CMake fetches.
# cases B85, B86
set -euo pipefail
scratch=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
options=(-G Ninja "-DCMAKE_CXX_COMPILER=$2" "-DCMAKE_BUILD_TYPE=$3"
  "-DCMAKE_CXX_FLAGS=-march=native -Werror -Wall -Wextra")
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
  "$folder/load_and_unload" "$folder/libplugin.so"
}

for shared in ON OFF; do
  build_and_run inside "-DWEFT_SOURCE=$here/../.." -DWEFT_INSTALL=ON -DBUILD_SHARED_LIBS=$shared
  rm -rf "$scratch/prefix" "$scratch/installed"
  cmake --install "$scratch/inside" --prefix "$scratch/prefix" >/dev/null
  build_and_run installed "-DCMAKE_PREFIX_PATH=$scratch/prefix" -DBUILD_SHARED_LIBS=$shared
done
build_and_run fetched "-DWEFT_FETCHED=$here/../.."
