#!/usr/bin/env bash
# Random histories over three gateways and a real engine: every connection goes to any of them and is cut at a random byte, and
# every transcript must have the hash of the log. Then a gateway is killed and one is stopped under readers of the others. Last,
# histories in virtual time, where everything may go wrong. Needs valkey-server or redis-server on the PATH.
#   build/cluster.sh [HISTORIES [STREAMS [SIMULATIONS]]]     10,000, 200 and 10,000 unless told otherwise
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
case ${1:-} in -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
command -v valkey-server redis-server > /dev/null || { echo "cluster.sh: needs valkey-server or redis-server on the PATH" >&2; exit 2; }
log="$home/target/cluster.log"
mkdir -p "$home/target"
echo "cluster.sh: building and playing, which takes minutes; $log has everything that is said" >&2
if ! mvn -B -f "$home/pom.xml" -pl redis,gateway -am test -Dexec.skip=true -Dsurefire.failIfNoSpecifiedTests=false \
  -Dtest='HistoriesTest,KilledNodeTest,SimulatedHistoriesTest,BrokenRulesTest' \
  -Dweir.histories="${1:-10000}" -Dweir.killed.streams="${2:-200}" -Dweir.simulations="${3:-10000}" > "$log" 2>&1; then
  grep -E 'ERROR|seed' "$log" | head -20 >&2
  exit 1
fi
grep -E '^histories:|ended everywhere|found by seed|simulated:' "$log"
