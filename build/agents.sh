#!/usr/bin/env bash
# Runs Claude Code, Codex, Gemini CLI and opencode (pinned in build/agents/package.json) against ./weir serve, over the simulator as a provider of every dialect.
# Usage: build/agents.sh [claude|codex|gemini|opencode|DIALECT …]; all of them without an argument. docs/agents.md says what it shows.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
name=agents
gateway_port=${PORT:-8098}
agents=${AGENTS:-$home/target/agents}
. "$home/build/jdk.sh"
java=$(find_java 25) || exit 2
. "$home/build/simulated-gateway.sh"

fetch "$agents" "500 MB"
sed "s|FOLDER|$work/files|" "$agents/script.yaml" > "$work/script.yaml"
start_gateway "$work/script.yaml"

if ! "$java" "$home/build/Agents.java" "http://127.0.0.1:$gateway_port" "http://127.0.0.1:$simulator_port" "$wire_port" "$agents/node_modules" "$work" "$@"; then
  echo "agents: what the last agent said, and the gateway:" >&2
  tail -n 15 "$work/agent.log" "$work/serve.log" >&2
  exit 1
fi
