# Builds the test classes of a module and prints the class path that runs them; sourced by programs that live among tests.

test_classes() { # module -> class path
  mvn -B -q -f "$home/pom.xml" -pl "$1" -am test-compile dependency:build-classpath \
    -Dmdep.outputFile=target/test.classpath -Dmdep.includeScope=test -Dexec.skip=true >&2 || return 1
  echo "$home/$1/target/test-classes:$home/$1/target/classes:$(cat "$home/$1/target/test.classpath")"
}
