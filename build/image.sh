#!/usr/bin/env bash
# Builds the image that ./weir starts from: the class path and, where the JDK can, an AOT cache.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$home/build/jdk.sh"
image="$home/cli/target"
java=$(find_java 25) || exit 1
command -v mvn >/dev/null || { echo "weir: needs Maven 3.8.7 or newer on the PATH to build itself." >&2; exit 1; }

mkdir -p "$image"
exec 9> "$image/weir.lock"
command -v flock >/dev/null && flock 9

log="$image/weir.build.log"
# Libraries of an earlier version would stay, and be found first.
rm -rf "$image/lib"
started=$SECONDS
# Maven lives for a minute here: the second compiler of its JVM would take more time than it saves.
MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${MAVEN_OPTS:-}" mvn -B -q -T 1C -P image -f "$home/pom.xml" -pl cli -am package -Dmaven.test.skip=true -Dexec.skip=true > "$log" 2>&1 &
maven=$!
if [ -t 2 ]; then
  while kill -0 $maven 2>/dev/null; do
    printf '\rweir: building, first use takes one or two minutes … %d s ' $((SECONDS - started)) >&2
    sleep 1
  done
  printf '\r\033[K' >&2
else
  # Without a terminal, a line now and then shows that it goes on.
  echo "weir: building, first use takes one or two minutes …" >&2
  while kill -0 $maven 2>/dev/null; do
    sleep 1
    if [ $(((SECONDS - started) % 20)) = 19 ] && kill -0 $maven 2>/dev/null; then
      echo "weir: still building, $((SECONDS - started + 1)) s …" >&2
    fi
  done
fi
if ! wait $maven; then
  echo "weir: the build failed; the end of $log says why:" >&2
  grep -E 'ERROR|error:' "$log" | head -20 >&2
  exit 1
fi

# picocli is compiled for Java 5, and an AOT cache takes no classes that old: reading and checking them took half a second of every start.
tools=$(dirname "$java")
if [ -x "$tools/javac" ]; then
  "$tools/javac" --release 21 -nowarn -proc:none -d "$image/picocli/classes" "$image"/picocli/picocli/*.java >> "$log" 2>&1 &&
    "$tools/jar" --update --file "$image"/lib/picocli-*.jar -C "$image/picocli/classes" picocli >> "$log" 2>&1 ||
    echo "weir: picocli could not be compiled again, so weir starts more slowly; $log says why." >&2
fi

# One jar after the other, in a fixed order: an AOT cache is valid for exactly its class path. Commands that only read files have a shorter one.
(
  cd "$image"
  jars=$(ls lib/*.jar weir-cli-*.jar | LC_ALL=C sort)
  # shellcheck disable=SC2086
  if "$java" -XX:TieredStopAtLevel=1 "$home/build/JoinJars.java" "$home/build/network.jars" weir.jar weir-network.jar $jars >> "$log" 2>&1; then
    echo weir.jar > weir.files.classpath
    printf '%s\n' weir.jar weir-network.jar > weir.classpath
  else
    echo "weir: the jars could not be joined, so weir starts more slowly; $log says why." >&2
    echo "$jars" | tee weir.classpath > weir.files.classpath
  fi
)
"$home/build/rehearse.sh" "$java" "$image"
echo "$java" > "$image/weir.aot.java"
touch "$image/weir.stamp"
echo "weir: built in $((SECONDS - started)) s" >&2
