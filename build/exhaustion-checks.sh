# Sourced by gateway-checks.sh: a resource runs out under load, comes back, and the gateway serves again.

# Asks several times at once; prints how many got an answer of any kind, and how many a whole stream.
load() {
  local count=$1 body=${2:-'{"messages":[{"role":"user","content":"hello"}]}'} i answered=0 whole=0
  rm -f "$work"/load-*
  for i in $(seq "$count"); do
    { curl -s -m 40 -o "$work/load-$i" -w '%{http_code}' "$base/v1/chat" -H 'Content-Type: application/json' -d "$body" > "$work/load-status-$i" 2> /dev/null || true; } &
  done
  wait $(jobs -p | grep -vx "$pid" || true) 2> /dev/null || true
  for i in $(seq "$count"); do
    [ "$(cat "$work/load-status-$i" 2> /dev/null)" = 000 ] || answered=$((answered + 1))
    grep -q '^data: \[DONE\]' "$work/load-$i" 2> /dev/null && whole=$((whole + 1))
  done
  echo "$answered $whole"
}

# Says how it went. Usage: verdict RESOURCE COUNT WHILE AFTER
verdict() {
  local while_whole=${3#* } after_whole=${4#* }
  echo "exhaustion $1: of $2 under load ${3% *} answered, $while_whole whole; freed, $after_whole of 10 whole again"
  [ "$after_whole" = 10 ]
}

# A file system of its own for the log, with little room or few files.
small_disk() { mkdir -p "$work/gateway" && mount -t tmpfs -o "$1" weir-exhaustion "$work/gateway" && mounted=$work/gateway; }

check_disk() {
  [ "$(id -u)" = 0 ] || { echo "exhaustion disk: needs root, to mount a small file system"; return 0; }
  small_disk "$1"
  start
  load 5 > /dev/null
  "$2"
  local during after
  during=$(load 30)
  rm -rf "$work/gateway"/ballast*
  after=$(load 10)
  stop
  umount "$work/gateway"; mounted=""
  verdict "$3" 30 "$during" "$after"
}

fill_bytes() { dd if=/dev/zero of="$work/gateway/ballast" bs=64k 2> /dev/null || true; }
fill_files() { local i; mkdir "$work/gateway/ballast"; for i in $(seq 2000); do : > "$work/gateway/ballast/$i" || break; done 2> /dev/null; }

check_exhaustion() {
  local ok=0 during after i held=()
  check_disk size=24m fill_bytes "disk (a full file system)" || ok=1
  check_disk nr_inodes=40 fill_files "inodes (no file can be made)" || ok=1

  # Descriptors: the gateway may have 400, idle connections take them.
  (ulimit -n 400; exec "$weir" serve --port "$port" --log "$work/few" > "$work/serve.log" 2>&1) & pid=$!
  await_health
  for i in $(seq 450); do exec {held[i]}<> "/dev/tcp/127.0.0.1/$port" || true; done 2> /dev/null
  during=$(load 20)
  for i in "${held[@]}"; do exec {i}>&-; done 2> /dev/null
  sleep 1
  after=$(load 10)
  stop
  verdict "descriptors (400, and 450 idle connections)" 20 "$during" "$after" || ok=1

  # Connections: as many as the settings allow, all idle.
  printf 'gateway: {max-connections: 30}\n' > "$work/few.yaml"
  start --config "$work/few.yaml"
  held=()
  for i in $(seq 40); do exec {held[i]}<> "/dev/tcp/127.0.0.1/$port" || true; done 2> /dev/null
  during=$(load 20)
  for i in "${held[@]}"; do exec {i}>&-; done 2> /dev/null
  sleep 1
  after=$(load 10)
  stop
  verdict "connections (30 allowed, 40 idle)" 20 "$during" "$after" || ok=1

  # Heap: bodies that do not fit together.
  head -c 9000000 /dev/zero | tr '\0' x > "$work/large"
  { printf '{"messages":[{"role":"user","content":"'; cat "$work/large"; printf '"}]}'; } > "$work/large.json"
  WEIR_JAVA_OPTIONS="-Xmx160m" start
  during=$(load 12 "@$work/large.json")
  after=$(load 10)
  stop
  verdict "heap (160 MB, and 12 bodies of 9 MB)" 12 "$during" "$after" || ok=1

  # Threads: a user who may have few, and a load that would want more.
  if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
    mkdir -p "$work/threads" && chmod 777 "$work" "$work/threads"
    (ulimit -u 60; exec setpriv --reuid=64123 --regid=64123 --clear-groups "$weir" serve --port "$port" --log "$work/threads/log" > "$work/serve.log" 2>&1) & pid=$!
    if await_health; then
      during=$(load 60)
      after=$(load 10)
      stop
      verdict "threads (60 processes and threads)" 60 "$during" "$after" || ok=1
    else
      echo "exhaustion threads: did not start as another user: $(tail -1 "$work/serve.log")"
      pid=""
    fi
  fi
  return $ok
}
