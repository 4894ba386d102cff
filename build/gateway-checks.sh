#!/usr/bin/env bash
# Checks of the gateway that take longer than tests should: each prints what it saw and fails if it is not as promised.
# Usage: build/gateway-checks.sh [kill|clients|histories|slow|hostile|proxies|exhaustion …]; all of them without an argument. docs/gateway.md says what they show.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
port=${PORT:-8098}
base="http://127.0.0.1:$port"
weir=${WEIR:-$home/weir}
pid=""
provider=""
proxies=()
mounted=""
trap 'for each in $pid $provider "${proxies[@]}"; do kill -9 "$each" 2>/dev/null || true; done; [ -z "$mounted" ] || umount -l "$mounted"; rm -rf "$work"' EXIT
. "$home/build/proxy-checks.sh"
. "$home/build/exhaustion-checks.sh"

# Starts the gateway; further arguments are options of weir serve.
start() {
  env -u ANTHROPIC_API_KEY -u OPENAI_API_KEY -u GEMINI_API_KEY "$weir" serve --port "$port" --log "$work/gateway" "$@" > "$work/serve.log" 2>&1 &
  pid=$!
  await_health || { cat "$work/serve.log" >&2; exit 1; }
}

await_health() {
  for _ in $(seq 180); do
    curl -sf -m 2 "$base/healthz" > /dev/null && return
    kill -0 "$pid" 2> /dev/null || return 1
    sleep 0.5
  done
  return 1
}

stop() { kill "$pid"; wait "$pid" 2> /dev/null || true; pid=""; }

# Tests of the module at full size.
module_tests() { mvn -q -B -P image -f "$home/pom.xml" -pl gateway -am test -Dexec.skip=true -Dsurefire.failIfNoSpecifiedTests=false "$@"; }

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
  stop
  echo "kill: $streams streams, $frames frames read before the kill; after the restart $cut cut, $ended ended, $behind not as they were read"
  [ "$behind" = 0 ] && [ "$cut" -gt 0 ]
}

# Third-party clients, each connection cut after one frame, live and finished: every frame once, in order, with the log's bytes.
check_clients() {
  local words=${WORDS:-200}
  module_tests -Dtest='*ResumeTest' -DargLine="-Dweir.resume.words=$words"
  echo "clients: npm eventsource, Chromium, okhttp-sse and curl read $words words, cut after every frame"
}

# Random cuts at random bytes of live streams: every transcript has the hash of the log.
check_histories() {
  module_tests -Dtest=HistoriesTest -DargLine="-Dweir.histories=${HISTORIES:-10000} ${SEED:+-Dweir.seed=$SEED}"
}

# Connections to the gateway that the system has open, also those that the gateway has not seen yet.
established() {
  awk -v port="$(printf ':%04X' "$port")" '$4 == "01" && substr($2, length($2) - 4) == port' /proc/net/tcp /proc/net/tcp6 2> /dev/null | wc -l
}

# Attacks with slowhttptest until no connection is left, and asks for health meanwhile.
# Usage: attack NAME CONNECTIONS LEAST_HELD MODE PATH [OPTION…]
attack() {
  local name=$1 wanted=$2 least=$3 mode=$4 url="$base$5" begun now peak=0 full=0 left=-1 worst=0 held took
  local attackers=()
  shift 5
  # One alone opens them more slowly than the gateway closes them.
  for _ in 1 2 3 4 5; do
    (cd "$work" && exec slowhttptest "$mode" -c "$((wanted / 5))" -r 2500 -i 2 -l 40 -x 24 -p 5 -u "$url" "$@" > /dev/null 2>&1) &
    attackers+=($!)
  done
  begun=$(date +%s%3N)
  while now=$(($(date +%s%3N) - begun)) && [ "$now" -lt 45000 ]; do
    held=$(curl -s -m 9 "$base/metrics" | sed -n 's/^weir_connections //p')
    if [ "${held:-0}" -gt "$peak" ]; then peak=$held full=$now; fi
    took=$(curl -s -m 9 -o /dev/null -w '%{time_total}' "$base/healthz" || echo 9)
    worst=$(printf '%s\n%s\n' "$worst" "$took" | sort -g | tail -1)
    # Each attacker has one connection of its own to see whether somebody answers.
    if [ "$now" -gt 3000 ] && [ "$(established)" -le 5 ]; then left=$((now - full)); break; fi
    sleep 0.2
  done
  kill "${attackers[@]}" 2> /dev/null || true
  wait "${attackers[@]}" 2> /dev/null || true
  echo "slow $name: $wanted connections, $peak held at once, the last closed $((left / 1000)).$((left % 1000 / 100)) s after the most were open; slowest answer meanwhile $worst s"
  [ "$left" -ge 0 ] && [ "$left" -le 17000 ] && [ "$peak" -ge "$least" ] && awk "BEGIN { exit !($worst < 9) }"
}

# slowhttptest: headers, bodies and reads byte by byte. Half-open connections are closed within 17 s (a body has 10 s, is looked at every second, and has 5 s more to read why it was refused), and it answers meanwhile.
check_slow() {
  command -v slowhttptest > /dev/null || { echo "slow: needs slowhttptest (apt-get install slowhttptest)"; return 1; }
  local connections=${CONNECTIONS:-5000} least
  least=$((connections * 8 / 10))
  ulimit -n "$(ulimit -Hn)"
  printf 'gateway: {max-connections: 20000, max-connections-per-address: 20000}\n' > "$work/open.yaml"
  start --config "$work/open.yaml"
  attack headers "$connections" "$least" -H /healthz
  attack body "$connections" "$least" -B /v1/chat -t POST -f application/json -s 8192
  attack read "$connections" "$least" -X /openapi.json -w 1 -y 64 -n 2 -z 5
  stop
}

resident() { sed -n "s/^$1:[^0-9]*\([0-9]*\).*/\1/p" "/proc/$pid/status"; }

# A provider that sends a gigabyte in one line, in one event, …: the gateway has a heap of 32 MB more than it uses at rest, all of it resident from the start.
check_hostile() {
  local attacks=(endless-line empty-data-lines tool-indexes huge-event) java rest before took grown
  java=$(. "$home/build/jdk.sh" && find_java 25)
  "$java" "$home/build/HostileProvider.java" "$((port + 1))" "${MEGABYTES:-1000}" > "$work/provider.log" 2>&1 &
  provider=$!
  { echo "calls: {tries: 1}"; echo "providers:"
    for each in fine "${attacks[@]}"; do echo "  $each: {dialect: openai-chat, base-url: \"http://127.0.0.1:$((port + 1))/$each\", model: m}"; done; } > "$work/hostile.yaml"
  start --config "$work/hostile.yaml"
  for _ in $(seq 20); do say fine > /dev/null; done
  rest=$("$(dirname "$java")/jcmd" "$pid" GC.class_histogram | awk 'END { print int($3 / 1048576) + 1 }')
  stop
  WEIR_JAVA_OPTIONS="-Xms$((rest + 32))m -Xmx$((rest + 32))m -Xmn8m -XX:+AlwaysPreTouch" start --config "$work/hostile.yaml"
  for _ in $(seq 20); do say fine > /dev/null; done
  for each in "${attacks[@]}"; do
    before=$(resident VmRSS)
    echo 5 > "/proc/$pid/clear_refs"
    took=$(date +%s%3N)
    say "$each" > "$work/answer"
    took=$(($(date +%s%3N) - took))
    grown=$((($(resident VmHWM) - before) / 1024))
    echo "hostile $each: ended after $took ms with $(grep -c '"type":"error"' "$work/answer") error; heap $rest + 32 MB, resident memory grew by $grown MB: $(sed -n 's/.*"message":"\([^"]*\)".*/\1/p' "$work/answer" | cut -c1-90)…"
    [ "$(grep -c '"type":"error"' "$work/answer")" = 1 ] && grep -q '^data: \[DONE\]' "$work/answer" && [ "$grown" -le 32 ]
  done
  kill "$provider"; provider=""
  stop
}

say() { curl -s -m 300 "$base/v1/chat" -H 'Content-Type: application/json' -d "{\"provider\":\"$1\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"; }

checks=("$@")
[ ${#checks[@]} -gt 0 ] || checks=(kill clients histories slow hostile proxies exhaustion)
for check in "${checks[@]}"; do "check_$check"; done
