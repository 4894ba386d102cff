#!/bin/sh
# Makes the AOT caches of an image: weir does once what people do first, and the JVM keeps what that needs. A JDK before 25 makes none.
# There is a small one for what only reads files: a start takes longer the more its cache holds. There are no profiles of methods in them: the JVM
# would compile by them at once, and a start would wait for that.
# Usage: build/rehearse.sh JAVA IMAGE
java=$1 image=$2
home=$(cd "$(dirname "$0")/.." && pwd)
rehearse() { # what, cache
  rm -f "$2"
  (
    main=Rehearsal
    rehearsed=$2
    WEIR_JAVA_OPTIONS='-XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining'
    set -- "$1" "$home/examples/answer.sse"
    . "$home/build/launch.sh"
  ) > "$2.log" 2>&1 < /dev/null || true
}
rehearse files "$image/weir.files.aot" &
rehearse all "$image/weir.aot"
wait
