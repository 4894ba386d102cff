#!/usr/bin/env bash
# Makes the archive and the image, and starts each where there is no JDK, no Maven and hardly anything else: the page must be served within two seconds.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$home/build/jdk.sh"
java=$(find_java 25) || exit 2
"$home/weir" package
"$java" "$home/build/PackageCheck.java" "$home/cli/target/package" "$home/examples/answer.sse"
