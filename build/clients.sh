#!/usr/bin/env bash
# Has clients from npm (pinned in build/clients/package.json) ask ./weir serve at their doors, over the simulator as a provider of every dialect.
# Usage: [CORPUS=FOLDER] build/clients.sh [--client NAME] [--over DIALECT] [--case NAME] …; all without a word. docs/clients.md says what it shows.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
name=clients
gateway_port=${PORT:-8094}
clients=${CLIENTS:-$home/target/clients}
. "$home/build/simulated-gateway.sh"

fetch "$clients" "400 MB"
start_gateway "$clients/script.yaml"

export PATH="$clients/node_modules/node/bin:$PATH"
if [ -n "${CORPUS:-}" ]; then
  node "$clients/corpus.mjs" "http://127.0.0.1:$gateway_port" "$wire_port" "$CORPUS" "$@"
else
  node "$clients/run.mjs" "http://127.0.0.1:$gateway_port" "http://127.0.0.1:$simulator_port" "$wire_port" "$@"
fi
