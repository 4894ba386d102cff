#!/usr/bin/env bash
# Builds the last commit as a release into a folder, laid out as a Maven repository, and checks it with the rules of Maven Central.
#   build/release.sh 0.1.0 FOLDER [--twice] [MAVEN OPTIONS, such as -P sign]
# --twice builds it again with Maven on another JDK, and compares every byte.
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
commit=$(git -C "$home" rev-parse HEAD)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build JAVA_HOME_OF_MAVEN FOLDER [MAVEN OPTIONS]: from the commit alone, so that nothing else gets in.
build() {
  local maven_java=$1 into=$2 source
  shift 2
  source=$(mktemp -d -p "$work")
  git -C "$home" archive "$commit" | tar -x -C "$source"
  sed -i "s|<version>[^<]*-SNAPSHOT</version>|<version>$version</version>|" "$source"/pom.xml "$source"/*/pom.xml "$source"/examples/*/in-build.xml
  # Only tests; what interop brings along is large. Nothing is installed: a version that is not released yet has no place in anybody's ~/.m2.
  JAVA_HOME=$maven_java mvn -B -ntp -q -f "$source/pom.xml" -P release -pl '!interop,!examples/tools/in-build.xml,!examples/spring-chat/in-build.xml' -Dmaven.test.skip=true -Dmaven.install.skip=true -Dexec.skip=true \
    -Dproject.build.outputTimestamp="$(git -C "$home" log -1 --format=%cI "$commit")" \
    -DaltDeploymentRepository="release::file://$into" "$@" deploy
}

build "${JAVA_HOME:-}" "$folder" "$@"
"$java" "$home/build/CentralRules.java" "$folder" "$version"

# As a newcomer would: the examples from a folder of their own, with what was released and nothing else of ours.
for example in "$home"/examples/*/pom.xml; do
  name=$(basename "$(dirname "$example")")
  cp -r "$(dirname "$example")" "$work/$name"
  rm -rf "$work/$name/target" "$work/$name/in-build.xml"
  sed -i "s|<artifactId>weir-bom</artifactId><version>[^<]*|<artifactId>weir-bom</artifactId><version>$version|" "$work/$name/pom.xml"
  sed -i "s|</project>|<repositories><repository><id>release</id><url>file://$folder</url></repository></repositories></project>|" "$work/$name/pom.xml"
  JAVA_HOME=$(dirname "$(dirname "$java")") mvn -B -ntp -q -f "$work/$name/pom.xml" -Dmaven.repo.local="$work/repository" test
  echo "release: examples/$name is built from it, and its tests pass"
done

if $twice; then
  build "$(dirname "$(dirname "$java")")" "$work/again"
  different=0
  while read -r file; do
    cmp -s "$folder/$file" "$work/again/$file" && continue
    echo "release: $file differs when Maven runs on another JDK" >&2
    different=1
  done < <(cd "$work/again" && find . -name '*.jar' -o -name '*.pom' | sort)
  [ $different = 0 ] || exit 1
  echo "release: built twice, with Maven on two JDKs: every file the same to the byte"
fi
