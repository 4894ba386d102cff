#!/usr/bin/env bash
# Runs Claude Code, Codex, Gemini CLI and opencode (from npm, pinned) against ./weir serve, over the simulator as a provider of every dialect.
# Usage: build/agents.sh [claude|codex|gemini|opencode|DIALECT …]; all of them without an argument. docs/agents.md says what it shows.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$home/build/jdk.sh"
java=$(find_java 25) || exit 2
weir=${WEIR:-$home/weir}
gateway_port=${PORT:-8098}
simulator_port=$((gateway_port + 1))
wire_port=$((gateway_port + 2))
agents=${AGENTS:-$home/target/agents}
work=$(mktemp -d)
pids=()
trap 'for each in "${pids[@]}"; do kill "$each" 2>/dev/null || true; done; [ -n "${KEEP:-}" ] || rm -rf "$work"' EXIT

if [ ! -x "$agents/node_modules/.bin/opencode" ]; then
  command -v npm > /dev/null || { echo "agents: needs npm to fetch the agents." >&2; exit 2; }
  echo "agents: fetching the agents, some 500 MB …" >&2
  mkdir -p "$agents"
  (cd "$agents" && npm init -y > /dev/null && npm install --no-audit --no-fund --silent \
    node@22 @anthropic-ai/claude-code@2.1.325 @openai/codex@0.166.0 opencode-ai@1.18.33 @google/gemini-cli@0.61.0)
fi

sed "s|FOLDER|$work/files|" "$home/build/agents.yaml" > "$work/script.yaml"
cat > "$work/weir.yaml" << YAML
providers:
  r: {dialect: openai-responses, base-url: http://127.0.0.1:$wire_port/v1, model: sim-r}
  c: {dialect: openai-chat, base-url: http://127.0.0.1:$wire_port/v1, model: sim-c}
  a: {dialect: anthropic, base-url: http://127.0.0.1:$wire_port, model: sim-a}
  g: {dialect: gemini, base-url: http://127.0.0.1:$wire_port, model: sim-g}
  o: {dialect: ollama, base-url: http://127.0.0.1:$wire_port, model: sim-o}
YAML

"$weir" sim --port "$simulator_port" --script "$work/script.yaml" > "$work/sim.log" 2>&1 &
pids+=($!)
env -u ANTHROPIC_API_KEY -u OPENAI_API_KEY -u GEMINI_API_KEY "$weir" serve --config "$work/weir.yaml" --port "$gateway_port" --log "$work/gateway" > "$work/serve.log" 2>&1 &
pids+=($!)
for _ in $(seq 240); do
  curl -sf -m 2 "http://127.0.0.1:$gateway_port/healthz" > /dev/null && curl -sf -m 2 "http://127.0.0.1:$simulator_port/v1/models" > /dev/null && break
  sleep 0.5
done

if ! "$java" "$home/build/Agents.java" "http://127.0.0.1:$gateway_port" "http://127.0.0.1:$simulator_port" "$wire_port" "$agents/node_modules" "$work" "$@"; then
  echo "agents: what the last agent said, and the gateway:" >&2
  tail -n 15 "$work/agent.log" "$work/serve.log" >&2
  exit 1
fi
