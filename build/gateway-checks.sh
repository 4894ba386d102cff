#!/usr/bin/env bash
# Checks of the gateway that take longer than tests may: each prints what it saw and fails if it is not as promised.
# Usage: build/gateway-checks.sh [kill|eventsource|slow|hostile …]; all of them without a word. docs/gateway.md says what they show.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
port=${PORT:-8098}
base="http://127.0.0.1:$port"
weir=${WEIR:-$home/weir}
pid=""
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true; rm -rf "$work"' EXIT

start() {
  env -u ANTHROPIC_API_KEY -u OPENAI_API_KEY -u GEMINI_API_KEY "$weir" serve --port "$port" --log "$work/gateway" > "$work/serve.log" 2>&1 &
  pid=$!
  for _ in $(seq 60); do
    curl -sf -m 2 "$base/healthz" > /dev/null && return
    sleep 0.5
  done
  cat "$work/serve.log" >&2
  exit 1
}

ask() { curl -s "$base/v1/chat" -H 'Content-Type: application/json' -d '{"detach":true,"messages":[{"role":"user","content":"hello"}]}' | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/'; }

# 200 live streams, each read by curl; kill -9; restart: what was read is the beginning of what is kept, and what was cut says so.
check_kill() {
  local streams=${STREAMS:-200} cut=0 ended=0 behind=0 frames=0
  start
  for _ in $(seq "$streams"); do ask >> "$work/ids"; echo >> "$work/ids"; done
  sed -i '/^$/d' "$work/ids"
  while read -r id; do printf 'url="%s/v1/streams/%s/events"\noutput="%s/seen-%s"\n' "$base" "$id" "$work" "$id"; done < "$work/ids" > "$work/curl.conf"
  curl -sN --no-progress-meter --parallel --parallel-immediate --parallel-max "$streams" -K "$work/curl.conf" &
  local reader=$!
  sleep "${LIVE_SECONDS:-4}"
  kill -9 "$pid"
  wait "$reader" 2> /dev/null || true
  wait "$pid" 2> /dev/null || true
  start
  while read -r id; do
    curl -s "$base/v1/streams/$id/events" > "$work/kept"
    local bytes
    bytes=$(stat -c %s "$work/seen-$id" 2> /dev/null || echo 0)
    frames=$((frames + $(grep -c '^id: ' "$work/seen-$id" 2> /dev/null || true)))
    [ "$bytes" = 0 ] || cmp -s -n "$bytes" "$work/seen-$id" "$work/kept" || behind=$((behind + 1))
    grep -q '^data: \[DONE\]' "$work/kept" || behind=$((behind + 1))
    if grep -q gateway_stopped "$work/kept"; then cut=$((cut + 1)); else ended=$((ended + 1)); fi
  done < "$work/ids"
  kill "$pid"; wait "$pid" 2> /dev/null || true; pid=""
  echo "kill: $streams streams, $frames frames read before the kill; after the restart $cut cut, $ended ended, $behind not as they were read"
  [ "$behind" = 0 ] && [ "$cut" -gt 0 ]
}

# npm eventsource, disconnected after every frame: each frame once, in order.
check_eventsource() {
  start
  local id
  id=$(ask)
  curl -sN "$base/v1/streams/$id/events" > "$work/whole"
  mkdir -p "$home/cli/target/eventsource"
  (cd "$home/cli/target/eventsource" && [ -d node_modules/eventsource ] || npm install --silent --no-save --ignore-scripts=false eventsource@4.0.0 node@24.11.0 > /dev/null)
  local node="$home/cli/target/eventsource/node_modules/node/bin/node"
  [ -x "$node" ] || node=node
  cp "$home/build/eventsource-resume.mjs" "$home/cli/target/eventsource/"
  "$node" "$home/cli/target/eventsource/eventsource-resume.mjs" "$base/v1/streams/$id/events" > "$work/resumed"
  grep '^data: ' "$work/whole" | sed 's/^data: //' | cmp - "$work/resumed"
  echo "eventsource: $(wc -l < "$work/resumed") frames, disconnected after every one, each once and in order"
  kill "$pid"; wait "$pid" 2> /dev/null || true; pid=""
}

# slowhttptest: headers, bodies and reads byte by byte; meanwhile and afterwards it answers.
check_slow() {
  command -v slowhttptest > /dev/null || { echo "slow: needs slowhttptest (apt-get install slowhttptest)"; return 1; }
  start
  for mode in "-H" "-B" "-X"; do
    (cd "$work" && slowhttptest $mode -c "${CONNECTIONS:-1000}" -r 500 -i 2 -l 16 -x 24 -p 3 -t "$([ "$mode" = -B ] && echo POST || echo GET)" -u "$base$([ "$mode" = -B ] && echo /v1/chat || echo /openapi.json)" > slow.log 2>&1) &
    local attack=$! worst=0
    for _ in $(seq 14); do
      sleep 1
      local took
      took=$(curl -s -m 5 -o /dev/null -w '%{time_total}' "$base/healthz" || echo 9)
      worst=$(printf '%s\n%s\n' "$worst" "$took" | sort -g | tail -1)
    done
    wait "$attack" || true
    echo "slow $mode: slowest answer meanwhile $worst s; open afterwards: $(curl -s "$base/metrics" | sed -n 's/^weir_connections //p'), timed out so far: $(curl -s "$base/metrics" | sed -n 's/^weir_connections_timed_out_total //p')"
  done
  kill "$pid"; wait "$pid" 2> /dev/null || true; pid=""
}

# A provider that sends a gigabyte in one event, in one line, …: the test of the module, at full size.
check_hostile() {
  mvn -q -B -f "$home/pom.xml" -pl gateway surefire:test -Dexec.skip=true -Dtest=HostileUpstreamTest -DargLine="-Xmx64m -Dweir.hostile.mega=1000"
  echo "hostile: a gigabyte each in 64 MB of heap, one error each"
}

checks=("$@")
[ ${#checks[@]} -gt 0 ] || checks=(kill eventsource slow hostile)
for check in "${checks[@]}"; do "check_$check"; done
