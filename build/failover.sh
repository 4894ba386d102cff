#!/usr/bin/env bash
# Runs the sixteen failures of docs/routes.md over sockets, in real time: through `weir serve` at /v1/chat/completions, streamed, and through the library.
# Prints the card beside the published results of others, and fails if a row does. Takes about a minute and a half. Usage: build/failover.sh
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$home/build/jdk.sh"
java=$(find_java 21) || exit 2
weir=${WEIR:-$home/weir}
"$weir" --version > /dev/null
classpath=${WEIR_CLASSPATH:-$(sed "s|^|$home/cli/target/|" "$home/cli/target/weir.classpath" | paste -sd:)}
exec "$java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp "$classpath" "$home/build/Failover.java" "$weir"
