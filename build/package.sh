#!/usr/bin/env bash
# Makes what runs without a JDK: an archive with a Java runtime of its own, and an OCI image of it, both for this platform.
# Usage: ./weir package [FOLDER]   (default: cli/target/package)
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$home/build/jdk.sh"
java=$(find_java 25) || exit 2
jdk=$(cd "$(dirname "$(readlink -f "$java")")/.." && pwd)
[ -x "$jdk/bin/jlink" ] && [ -d "$jdk/jmods" -o -f "$jdk/lib/modules" ] || { echo "weir: $jdk has no jlink; a package needs a full JDK." >&2; exit 2; }
case ${1:-} in -h | --help) sed -n '2,3s/^# //p' "$0"; exit 0 ;; esac
image="$home/cli/target"
out=${1:-$image/package}
version=$("$home/weir" --version | sed 's/^weir //')
platform="$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)"
name="weir-$version-$platform"
say() { echo "weir: $*" >&2; }

rm -rf "$out"
mkdir -p "$out/$name/bin" "$out/$name/lib"
say "choosing the parts of the JDK that are needed …"
while read -r jar; do cp "$image/$jar" "$out/$name/lib/"; done < "$image/weir.classpath"
for list in weir.classpath weir.files.classpath; do sed 's|.*/||' "$image/$list" > "$out/$name/lib/$list"; done
# What jdeps cannot see: Unsafe in Netty, names in DNS, elliptic-curve certificates, UTF-16 and the like.
modules=$("$jdk/bin/jdeps" --ignore-missing-deps --multi-release 25 --print-module-deps "$out/$name"/lib/*.jar 2> /dev/null),jdk.unsupported,java.naming,jdk.crypto.ec,jdk.charsets,jdk.net
say "making a runtime of $(tr ',' '\n' <<< "$modules" | sort -u | wc -l) modules …"
"$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --compress zip-6 --generate-cds-archive --output "$out/$name/runtime"
cp "$home/build/launch.sh" "$out/$name/lib/"
cp "$home/LICENSE" "$out/$name/"
cp "$home/build/packaged-weir.sh" "$out/$name/bin/weir"
chmod 755 "$out/$name/bin/weir"
# The cache is valid for jars with these times only, so they are set before it is made.
find "$out/$name" -exec touch -h -d "@$(git -C "$home" log -1 --format=%ct 2> /dev/null || date +%s)" {} +
say "rehearsing, so that it starts fast …"
"$home/build/rehearse.sh" "$out/$name/runtime/bin/java" "$out/$name/lib"
for cache in weir.aot weir.files.aot; do
  [ -f "$out/$name/lib/$cache" ] || { say "no cache was made; $out/$name/lib/$cache.log says why."; exit 1; }
  rm -f "$out/$name/lib/$cache.log"
done
say "packing …"
tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner -czf "$out/$name.tar.gz" "$name"
"$home/build/oci.sh" "$out/$name" "$out/$name.oci.tar" "$version"
say "$out/$name.tar.gz ($(du -h "$out/$name.tar.gz" | cut -f1)): unpack it anywhere and run bin/weir"
say "$out/$name.oci.tar ($(du -h "$out/$name.oci.tar" | cut -f1)): docker load < it, or skopeo copy oci-archive:…"
