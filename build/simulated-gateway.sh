# What agents.sh and clients.sh share, which source it: programs from npm, and a gateway whose providers are the simulator in every dialect, behind a wire that the caller puts in between.
# The caller sets home, name (its own, and of its folder in build) and gateway_port.
weir=${WEIR:-$home/weir}
simulator_port=$((gateway_port + 1))
wire_port=$((gateway_port + 2))
work=$(mktemp -d)
pids=()
trap 'for each in "${pids[@]}"; do kill "$each" 2>/dev/null || true; done; [ -n "${KEEP:-}" ] || rm -rf "$work"' EXIT

# Copies build/$name to folder $1 and installs what its package.json pins there, unless it is there; $2 says how much that is.
fetch() {
  mkdir -p "$1"
  cp "$home/build/$name"/* "$1/"
  if cmp -s "$1/package.json" "$1/node_modules/.installed"; then return; fi
  command -v npm > /dev/null || { echo "$name: needs npm to fetch the $name." >&2; exit 2; }
  echo "$name: fetching the $name, some $2 …" >&2
  (cd "$1" && npm install --no-audit --no-fund --silent) || { echo "$name: npm cannot fetch them; is its registry reachable?" >&2; exit 2; }
  cp "$1/package.json" "$1/node_modules/.installed"
}

# Starts the simulator with script $1, and the gateway; returns when both answer.
start_gateway() {
  cat > "$work/weir.yaml" << YAML
providers:
  r: {dialect: openai-responses, base-url: http://127.0.0.1:$wire_port/v1, model: sim-r}
  c: {dialect: openai-chat, base-url: http://127.0.0.1:$wire_port/v1, model: sim-c}
  a: {dialect: anthropic, base-url: http://127.0.0.1:$wire_port, model: sim-a}
  g: {dialect: gemini, base-url: http://127.0.0.1:$wire_port, model: sim-g}
  o: {dialect: ollama, base-url: http://127.0.0.1:$wire_port, model: sim-o}
YAML
  "$weir" sim --port "$simulator_port" --script "$1" > "$work/sim.log" 2>&1 &
  pids+=($!)
  env -u ANTHROPIC_API_KEY -u OPENAI_API_KEY -u GEMINI_API_KEY "$weir" serve --config "$work/weir.yaml" --port "$gateway_port" --log "$work/gateway" > "$work/serve.log" 2>&1 &
  pids+=($!)
  for _ in $(seq 240); do
    kill -0 "${pids[@]}" 2>/dev/null || break # Else whoever has the port would be taken for it.
    curl -sf -m 2 "http://127.0.0.1:$gateway_port/healthz" > /dev/null && curl -sf -m 2 "http://127.0.0.1:$simulator_port/v1/models" > /dev/null && return
    sleep 0.5
  done
  echo "$name: the gateway or the simulator does not answer:" >&2
  tail -n 15 "$work/sim.log" "$work/serve.log" >&2
  exit 1
}
