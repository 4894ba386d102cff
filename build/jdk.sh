# Finds a JDK of at least a given version; sourced by weir and verify. Plain sh, as weir is.

java_version() { # path of java -> feature version, or nothing
  "$1" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = \(1\.\)\{0,1\}\([0-9]*\).*/\2/p'
}

# Sets java to what was found for version $1 before, if it is still there. Every start asks, so this begins no process.
remembered_java() {
  java=
  [ -f "$home/build/.jdk-$1" ] && [ -O "$home/build/.jdk-$1" ] && read -r java < "$home/build/.jdk-$1" && [ -x "$java" ] && [ "${WEIR_JAVA:-$java}" = "$java" ]
}

# Prints the path of the newest java of at least version $1; says what is missing where there is none.
find_java() {
  local least=$1 best="" best_version=0 candidate version java
  local cache="$home/build/.jdk-$least"
  if remembered_java "$least"; then
    echo "$java"
    return
  fi
  for candidate in "${WEIR_JAVA:-}" "${JAVA_HOME:+$JAVA_HOME/bin/java}" "$(command -v java || true)" \
    /usr/lib/jvm/*/bin/java /opt/*/bin/java "$HOME"/.sdkman/candidates/java/*/bin/java "$HOME"/.jdks/*/bin/java \
    /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java; do
    [ -x "$candidate" ] || continue
    version=$(java_version "$candidate")
    [ -n "$version" ] && [ "$version" -ge "$least" ] || continue
    if [ "$candidate" = "${WEIR_JAVA:-}" ]; then best=$candidate; break; fi
    [ -x "$(dirname "$candidate")/javac" ] || continue
    if [ "$version" -gt "$best_version" ]; then best=$candidate best_version=$version; fi
  done
  if [ -z "$best" ]; then
    echo "weir: needs a JDK $least or newer, and found none in JAVA_HOME, on the PATH or in /usr/lib/jvm." >&2
    echo "weir: install one (for example Temurin 25), or set JAVA_HOME to it." >&2
    return 1
  fi
  (umask 077; echo "$best" > "$cache") 2>/dev/null || true
  echo "$best"
}
