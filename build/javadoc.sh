#!/usr/bin/env bash
# The Javadoc of all published modules as one site.
#   build/javadoc.sh [FOLDER]          target/javadoc unless said otherwise
set -euo pipefail
home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$home/build/jdk.sh"
[ $# -le 1 ] || { echo "javadoc: expected at most a folder: build/javadoc.sh [FOLDER]" >&2; exit 2; }
folder=$(realpath -m "${1:-$home/target/javadoc}")
java=$(find_java 25) || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What others may call, module by module: the packages that are exported, or all where a module exports nothing by itself.
modules=(event codec client log redis aws xai sim terminal langchain4j spring-ai spring-boot-starter micrometer opentelemetry)
packages=()
groups=()
mkdir "$work/sources"
for module in "${modules[@]}"; do
  sources=$home/$module/src/main/java
  if [ -f "$sources/module-info.java" ]; then
    mapfile -t exported < <(sed -n 's/^ *exports \([a-z0-9.]*\);$/\1/p' "$sources/module-info.java")
  else
    mapfile -t exported < <(cd "$sources" && find . -name package-info.java -printf '%h\n' | sed 's|^\./||; s|/|.|g' | sort)
  fi
  packages+=("${exported[@]}")
  groups+=(-group "weir-$module" "$(IFS=:; echo "${exported[*]}")")
  cp -r "$sources/." "$work/sources"
  rm -f "$work/sources/module-info.java"
done

# A class path for each module, in its own folder. It is asked for with that of the tests, which some modules share: that is known from the phase that compiles them, even if it has nothing to do.
mvn -B -ntp -q -f "$home/pom.xml" -P image -Dexec.skip=true -Dmaven.test.skip=true -pl "$(IFS=,; echo "${modules[*]}")" -am \
  test-compile dependency:build-classpath -Dmdep.outputFile=target/javadoc.path -Dmdep.regenerateFile=true
path=
for module in "${modules[@]}"; do
  path+=$home/$module/target/classes:$(cat "$home/$module/target/javadoc.path"):
done
rm -rf "$folder"
"$(dirname "$java")/javadoc" -quiet -Xdoclint:all,-missing -Werror -notimestamp --no-fonts -encoding UTF-8 --release 21 \
  -windowtitle Weir -doctitle "Weir" -sourcepath "$work/sources" -classpath "$path" "${groups[@]}" -d "$folder" "${packages[@]}"
echo "javadoc: ${#packages[@]} packages of ${#modules[@]} modules in $folder/index.html"
