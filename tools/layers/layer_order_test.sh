#!/bin/bash
# Checks that all dependencies between libraries point to lower layers, and that the check finds one that does not.
set -euo pipefail

folder=tools/layers
awk -f "$folder/layer_order.awk" "$folder/dependencies"

refused() {
  local said
  if said=$({ cat "$folder/dependencies"; echo "  $1"; } | awk -f "$folder/layer_order.awk"); then
    echo "not refused: $1"
    exit 1
  fi
  grep --quiet --fixed-strings "wrong: $1" <<<"$said"
}
refused '"//common" -> "//experiments/harness/run:plan"'
refused '"//third_party/eigen:eigen" -> "//common"'
refused '"//kernels/functions:linear" -> "//graphical_models/model:grid"'
refused '"//graphical_models/model:grid" -> "//kernels/functions:linear"'
refused '"//structured_learning/problem:chain" -> "//registration/geometry:mesh"'
refused '"//experiments/harness/run:plan" -> "//tools/data:fetch"'
refused '"//tools/data:fetch" -> "//applications/mine:thing"'
refused '"//experiments/harness/run:plan" -> "//elsewhere:thing"'
awk -f "$folder/layer_order.awk" <<<'  "//applications/mine:thing" -> "//tools/data:fetch"'
if awk -f "$folder/layer_order.awk" /dev/null; then
  echo "an empty graph was accepted"
  exit 1
fi
