#!/bin/sh
# Starts weir with the runtime that lies beside it.
self=$0
while [ -h "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
home=$(cd "${self%/*}/.." && pwd) || exit 2
java="$home/runtime/bin/java"
image="$home/lib"
aot="$image/weir.aot"
. "$image/launch.sh"
