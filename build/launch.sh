# Starts weir from an image, the folder $image with the class path, with $java; $aot is a cache to start from, $rehearsed one to make. Sourced by ./weir and by the launcher of a package;
# plain sh, because a package may find no other shell.

jars="$image/weir.classpath"
# What only reads files starts with fewer jars and a cache of its own, because a start takes longer the more there is of both.
case ${1:-} in
  decode | doctor | inspect | replay | translate | help | files | -* | '')
    jars="$image/weir.files.classpath"
    [ -z "$aot" ] || [ ! -f "$image/weir.files.aot" ] || aot="$image/weir.files.aot"
    ;;
esac
class_path=
while read -r jar; do class_path="$class_path:$image/$jar"; done < "$jars"
# Netty and JLine call native code, which a JDK wants to be told about; it would warn of the use of Unsafe in gRPC's own Netty and in what unpacks zstd. Netty's events for
# flight recordings would take a tenth of the start of a gateway.
options="--enable-native-access=ALL-UNNAMED -Dio.grpc.netty.shaded.io.netty.noUnsafe=true -Dsun.misc.unsafe.memory.access=allow -Dio.netty.jfr.enabled=false"
# A recording may come through a pipe while a person watches it: then the keys come from the terminal.
if [ "${1:-}" = replay ] && [ ! -t 0 ] && [ -t 1 ] && { : < /dev/tty; } 2> /dev/null; then
  exec 3<&0 < /dev/tty
  options="$options -Dweir.input=/dev/fd/3"
fi
# Smaller headers of objects save a tenth of what an open stream holds. A JDK that has a cache to start from knows them.
[ -z "$aot${rehearsed:-}" ] || options="$options -XX:+UseCompactObjectHeaders"
# A gateway lives long, and its open streams are hundreds of small objects each. The parallel collector puts those of a stream side by side, which the serial one scatters; young objects get a small part
# of the heap, so that a collection copies little and memory is used again while it is in the processor's cache, unless collecting takes more than a twentieth of the time (docs/benchmarks.md).
if [ "${1:-}" = serve ]; then options="$options -XX:+UseParallelGC -XX:NewRatio=9 -XX:GCTimeRatio=19 -XX:InitialRAMPercentage=3"; else options="$options -XX:+UseSerialGC"; fi
terminals=""
[ -t 0 ] && terminals="${terminals}0"
[ -t 1 ] && terminals="${terminals}1"
[ -t 2 ] && terminals="${terminals}2"
# shellcheck disable=SC2086
exec "$java" ${aot:+-XX:AOTCache="$aot" -Xlog:aot=off -Xlog:cds=off} ${rehearsed:+-XX:AOTCacheOutput="$rehearsed"} $options ${WEIR_JAVA_OPTIONS:-} -Dweir.terminals="$terminals" -cp "${class_path#:}" "dev.weir.cli.${main:-Main}" "$@"
