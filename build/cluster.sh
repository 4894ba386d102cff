#!/usr/bin/env bash
# Random histories over three gateways and a real engine: every connection goes to any of them and is cut at a random byte, and
# every transcript must have the hash of the log. Then a gateway is killed and one is stopped under readers of the others.
# Needs valkey-server or redis-server on the PATH.
#   build/cluster.sh [HISTORIES [STREAMS]]     10,000 and 200 unless told otherwise
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -pl gateway -am verify -Dtest='HistoriesTest,KilledNodeTest' -Dsurefire.failIfNoSpecifiedTests=false \
  -DargLine="-Dweir.histories=${1:-10000} -Dweir.killed.streams=${2:-200}"
