#!/bin/sh
# Makes the AOT cache of an image: weir does once what people do first, and the JVM keeps what that needs. A JDK before 25 makes none.
# Usage: build/rehearse.sh JAVA IMAGE
java=$1 image=$2
home=$(cd "$(dirname "$0")/.." && pwd)
rm -f "$image/weir.aot"
(
  main=Rehearsal
  rehearsed="$image/weir.aot"
  set -- "$home/examples/answer.sse"
  . "$home/build/launch.sh"
) > "$image/weir.aot.log" 2>&1 < /dev/null || true
