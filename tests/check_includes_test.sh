#!/usr/bin/env bash
# That check_includes.sh finds each fault it looks for, in a tree that has them all.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree" || exit 2
mkdir -p graph ops engine tests bench examples cmake

write() { printf '%s\n' "${@:2}" >"$1"; }
write weft.h '#pragma once'
write graph/good.h '#pragma once' '// std::cout and tbb::flow in a comment are fine' '#include "weft/graph/other.h"'
if ! "$here/check_includes.sh" "$tree" >report; then
  echo "a tree without faults is refused:"
  cat report
  exit 1
fi

write graph/a.cc '#include "weft/ops/add.h"'
write graph/b.cc '#include <tbb/parallel_for.h>'
write ops/c.cc '#include "weft/engine/engine.h"'
write engine/d.cc '#include "weft/ops/add.h"'
write ops/e.cc '#include "add.h"'
write engine/f.h '#pragma once' '#include <fmt/format.h>'
write engine/g.cc 'tbb::parallel_for(range, body);'
write ops/h.cc '#include <oneapi/tbb/task_arena.h>'
write engine/i.cc 'tbb::flow::graph graph;'
write engine/j.cc 'tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 2);'
write graph/k.cc 'std::cerr << "text";'
write graph/l.cc '  printf("text");'
write graph/m.h '#pragma once' 'using namespace std;'
write graph/n.h '// no guard'
for ((i = 0; i < 401; ++i)); do echo; done >graph/o.cc
write graph/p_utils.cc ''

failed=0
"$here/check_includes.sh" "$tree" >report && failed=1
for file in graph/a.cc graph/b.cc ops/c.cc engine/d.cc ops/e.cc engine/f.h engine/g.cc ops/h.cc \
  engine/i.cc engine/j.cc graph/k.cc graph/l.cc graph/m.h graph/n.h graph/o.cc graph/p_utils.cc; do
  if ! grep -q "$file" report; then
    echo "the fault of $file is not found"
    failed=1
  fi
done
if grep -q 'good\.h' report; then
  echo "a fault is found where there is none"
  failed=1
fi
[ $failed = 0 ] || cat report
exit $failed
