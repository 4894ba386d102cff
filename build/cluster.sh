#!/usr/bin/env bash
# Random histories over three gateways and a real engine: every connection goes to any of them and is cut at a random byte, and
# every transcript must have the hash of the log. Then a gateway is killed and one is stopped under readers of the others, and engines
# are killed under writers and replaced by replicas behind 30 ms of delay. Last, histories in virtual time, where everything may go
# wrong. build/engine.sh finds the engine.
#   build/cluster.sh [HISTORIES [STREAMS [SIMULATIONS [LOSSES]]]]     10,000, 200, 10,000 and 12 unless told otherwise
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case ${1:-} in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
"$home/build/engine.sh" 7.2 > /dev/null || exit 2
log="$home/target/cluster.log"
mkdir -p "$home/target"
echo "cluster.sh: building and playing, which takes minutes; $log has everything that is said" >&2
if ! mvn -B -P image -f "$home/pom.xml" -pl redis,gateway -am test -Dexec.skip=true -Dsurefire.failIfNoSpecifiedTests=false \
  -Dtest='HistoriesTest,KilledNodeTest,EngineLossTest,LostEngineTest,SimulatedHistoriesTest,BrokenRulesTest,SimulatedGatewaysTest' \
  -Dweir.histories="${1:-10000}" -Dweir.killed.streams="${2:-200}" -Dweir.simulations="${3:-10000}" \
  -Dweir.engine.losses="${4:-12}" > "$log" 2>&1; then
  grep -E 'ERROR|seed' "$log" | head -20 >&2
  exit 1
fi
grep -E '^histories:|ended everywhere|^engine killed|^failover to|lost together|found by seed|simulated:' "$log"
