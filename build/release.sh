#!/usr/bin/env bash
# Builds the last commit as a release into a folder, laid out as a Maven repository, and checks it with the rules of Maven Central.
#   build/release.sh 0.1.0 FOLDER [--twice] [MAVEN OPTIONS, such as -P sign]
# --twice builds it again with Maven on another JDK, and compares every byte. Jars with a module-info are finished by that JDK's jar tool, so they are compared by their entries.
set -euo pipefail
home=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$home/build/jdk.sh"
usage="release: expected a version such as 0.1.0 and a folder that does not exist yet: build/release.sh 0.1.0 FOLDER [--twice] [-P sign]"
[ $# -ge 2 ] && [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[a-z0-9.]+)?$ ]] && [ ! -e "$2" ] || { echo "$usage" >&2; exit 2; }
version=$1
folder=$(realpath -m "$2")
shift 2
twice=false
[ "${1:-}" = --twice ] && { twice=true; shift; }
java=$(find_java 25) || exit 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build JAVA_HOME_OF_MAVEN FOLDER [MAVEN OPTIONS]: from the commit alone, so that nothing else gets in.
build() {
  local maven_java=$1 into=$2 source
  shift 2
  source=$(mktemp -d -p "$work")
  git -C "$home" archive HEAD | tar -x -C "$source"
  sed -i "s|<version>[^<]*-SNAPSHOT</version>|<version>$version</version>|" "$source"/pom.xml "$source"/*/pom.xml
  # Interop has only tests, and what it brings along is large.
  JAVA_HOME=$maven_java mvn -B -ntp -q -f "$source/pom.xml" -P release -pl '!interop' -Dmaven.test.skip=true -Dexec.skip=true \
    -Dproject.build.outputTimestamp="$(git -C "$home" log -1 --format=%cI)" \
    -DaltDeploymentRepository="release::file://$into" "$@" deploy
}

build "${JAVA_HOME:-}" "$folder" "$@"
"$java" "$home/build/CentralRules.java" "$folder" "$version"

if $twice; then
  build "$(dirname "$(dirname "$java")")" "$work/again"
  different=0
  # The names and checksums of a jar's entries, but for the descriptor that the jar tool completes.
  entries() { unzip -v "$1" | awk '$8 && $8 != "module-info.class" {print $7, $8}' | sort; }
  while read -r file; do
    cmp -s "$folder/$file" "$work/again/$file" && continue
    if [[ $file == *.jar ]] && unzip -l "$folder/$file" module-info.class > /dev/null && diff <(entries "$folder/$file") <(entries "$work/again/$file") > /dev/null; then
      echo "release: $file has the same entries, packed by another jar tool"
      continue
    fi
    echo "release: $file differs when Maven runs on another JDK" >&2
    different=1
  done < <(cd "$work/again" && find . -name '*.jar' -o -name '*.pom' | sort)
  [ $different = 0 ] || exit 1
  echo "release: built twice, with Maven on two JDKs: every file the same to the byte, but for those named above"
fi
