#!/usr/bin/env bash
# Makes an OCI image of a package: one layer with the package and the shared libraries that its runtime needs, nothing else, not even a shell.
# Usage: build/oci.sh PACKAGE TARGET.tar VERSION
set -euo pipefail
package=$1 target=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root="$work/root" layout="$work/layout"
mkdir -p "$root/opt" "$root/data" "$root/tmp" "$root/etc" "$layout/blobs/sha256"
chmod 1777 "$root/tmp" "$root/data"
cp -a "$package" "$root/opt/weir"
# Names of hosts are looked up in files and DNS; both are in the C library itself.
echo "hosts: files dns" > "$root/etc/nsswitch.conf"
echo "weir:x:10001:10001::/data:/nonexistent" > "$root/etc/passwd"
{ ldd "$package/runtime/bin/java"; find "$package/runtime/lib" -name '*.so' -exec ldd {} +; } 2> /dev/null |
  sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*ld-linux[^ ]*\) .*/\1/p' | sort -u |
  while read -r library; do
    case $library in "$package"/*) continue ;; esac
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done

blob() { # file -> sha256 of it, moved among the blobs
  local sum
  sum=$(sha256sum "$1" | cut -d' ' -f1)
  mv "$1" "$layout/blobs/sha256/$sum"
  echo "$sum"
}
tar -C "$root" --sort=name --owner=0 --group=0 --numeric-owner -cf "$work/layer.tar" .
diff=$(sha256sum "$work/layer.tar" | cut -d' ' -f1)
gzip -n "$work/layer.tar"
layer_size=$(stat -c %s "$work/layer.tar.gz")
layer=$(blob "$work/layer.tar.gz")
class_path=$(sed 's|^|/opt/weir/lib/|' "$package/lib/weir.classpath" | paste -sd:)
case $(uname -m) in x86_64) architecture=amd64 ;; aarch64) architecture=arm64 ;; *) architecture=$(uname -m) ;; esac
options='"-XX:AOTCache=/opt/weir/lib/weir.aot","-Xlog:aot=off","-Xlog:cds=off","-XX:+UseParallelGC","-XX:+UseCompactObjectHeaders","--enable-native-access=ALL-UNNAMED","-Dio.grpc.netty.shaded.io.netty.noUnsafe=true","-Dsun.misc.unsafe.memory.access=allow","-Dio.netty.jfr.enabled=false","-XX:NewRatio=9","-XX:GCTimeRatio=19","-XX:InitialRAMPercentage=3"'
cat > "$work/config.json" << JSON
{"architecture":"$architecture","os":"linux","config":{"User":"10001","ExposedPorts":{"8080/tcp":{}},"Env":["HOME=/data"],"Entrypoint":["/opt/weir/runtime/bin/java",$options,"-cp","$class_path","dev.weir.cli.Main"],"Cmd":["serve","--bind","0.0.0.0"],"Volumes":{"/data":{}},"WorkingDir":"/data","Labels":{"org.opencontainers.image.title":"weir","org.opencontainers.image.version":"$version"}},"rootfs":{"type":"layers","diff_ids":["sha256:$diff"]},"history":[{"created_by":"weir package"}]}
JSON
config_size=$(stat -c %s "$work/config.json")
config=$(blob "$work/config.json")
cat > "$work/manifest.json" << JSON
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:$config","size":$config_size},"layers":[{"mediaType":"application/vnd.oci.image.layer.v1.tar+gzip","digest":"sha256:$layer","size":$layer_size}]}
JSON
manifest_size=$(stat -c %s "$work/manifest.json")
manifest=$(blob "$work/manifest.json")
echo '{"imageLayoutVersion":"1.0.0"}' > "$layout/oci-layout"
cat > "$layout/index.json" << JSON
{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:$manifest","size":$manifest_size,"annotations":{"org.opencontainers.image.ref.name":"weir:$version","io.containerd.image.name":"docker.io/library/weir:$version"}}]}
JSON
tar -C "$layout" --sort=name --owner=0 --group=0 --numeric-owner -cf "$target" .
