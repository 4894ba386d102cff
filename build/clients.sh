#!/usr/bin/env bash
# Has clients from npm (pinned in build/clients/package.json) ask ./weir serve at their doors, over the simulator as a provider of every dialect.
# Usage: [CORPUS=FOLDER] build/clients.sh [--client NAME] [--over DIALECT] [--case NAME] …; all without a word. docs/clients.md says what it shows.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
weir=${WEIR:-$home/weir}
gateway_port=${PORT:-8094}
simulator_port=$((gateway_port + 1))
wire_port=$((gateway_port + 2))
clients=${CLIENTS:-$home/target/clients}
work=$(mktemp -d)
pids=()
trap 'for each in "${pids[@]}"; do kill "$each" 2>/dev/null || true; done; [ -n "${KEEP:-}" ] || rm -rf "$work"' EXIT

mkdir -p "$clients"
cp "$home"/build/clients/* "$clients/"
if ! cmp -s "$clients/package.json" "$clients/node_modules/.installed"; then
  command -v npm > /dev/null || { echo "clients: needs npm to fetch the clients." >&2; exit 2; }
  echo "clients: fetching the clients, some 400 MB …" >&2
  (cd "$clients" && npm install --no-audit --no-fund --silent) || { echo "clients: npm cannot fetch them; is its registry reachable?" >&2; exit 2; }
  cp "$clients/package.json" "$clients/node_modules/.installed"
fi

cat > "$work/weir.yaml" << YAML
providers:
  r: {dialect: openai-responses, base-url: http://127.0.0.1:$wire_port/v1, model: sim-r}
  c: {dialect: openai-chat, base-url: http://127.0.0.1:$wire_port/v1, model: sim-c}
  a: {dialect: anthropic, base-url: http://127.0.0.1:$wire_port, model: sim-a}
  g: {dialect: gemini, base-url: http://127.0.0.1:$wire_port, model: sim-g}
  o: {dialect: ollama, base-url: http://127.0.0.1:$wire_port, model: sim-o}
YAML

"$weir" sim --port "$simulator_port" --script "$home/build/clients/script.yaml" > "$work/sim.log" 2>&1 &
pids+=($!)
env -u ANTHROPIC_API_KEY -u OPENAI_API_KEY -u GEMINI_API_KEY "$weir" serve --config "$work/weir.yaml" --port "$gateway_port" --log "$work/gateway" > "$work/serve.log" 2>&1 &
pids+=($!)
for _ in $(seq 240); do
  curl -sf -m 2 "http://127.0.0.1:$gateway_port/healthz" > /dev/null && curl -sf -m 2 "http://127.0.0.1:$simulator_port/v1/models" > /dev/null && break
  sleep 0.5
done

export PATH="$clients/node_modules/node/bin:$PATH"
if [ -n "${CORPUS:-}" ]; then
  node "$clients/corpus.mjs" "http://127.0.0.1:$gateway_port" "$wire_port" "$CORPUS" "$@"
else
  node "$clients/run.mjs" "http://127.0.0.1:$gateway_port" "http://127.0.0.1:$simulator_port" "$wire_port" "$@"
fi
