#!/bin/sh
# Prints the path of a program that speaks the Redis protocol: valkey-server or redis-server of the PATH; else out of the system's
# package, unpacked and not installed, which would also start it; else out of embedded-redis, from Maven.
#   build/engine.sh [LEAST]     of version LEAST or newer, if one can be had, and 7.0 in any case
# What was unpacked stays in $XDG_CACHE_HOME/weir or ~/.cache/weir. Plain sh, because weir serve --cluster runs this too, out of its jar.
set -u
case ${1:-} in -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
oldest=7.0
least=${1:-$oldest}
cache=
[ -z "${HOME:-}" ] || cache=$HOME/.cache/weir
[ -z "${XDG_CACHE_HOME:-}" ] || cache=$XDG_CACHE_HOME/weir
embedded=org.signal:embedded-redis:0.9.1
say() { echo "engine: $*" >&2; }

# Whether program $1 runs here and is new enough.
is_enough() {
  said=$("$1" --version 2> /dev/null) || return 1
  version=${said#*v=}
  version=${version%% *}
  minor=${version#*.}
  minor=${minor%%.*}
  [ "${version%%.*}" -gt "${least%%.*}" ] || { [ "${version%%.*}" -eq "${least%%.*}" ] && [ "$minor" -ge "${least#*.}" ]; }
}

# Prints the first of the programs $@ that is enough.
first() {
  for program in "$@"; do
    if is_enough "$program"; then
      echo "$program"
      return
    fi
  done
  return 1
}

# The machine's own sources, and its backports: what is newer than a release of Debian is there. Nothing of the system is changed.
sources() {
  rm -rf "$apt/sources"
  mkdir -p "$apt/sources"
  cp /etc/apt/sources.list "$apt/sources/" 2> /dev/null
  cp /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list "$apt/sources/" 2> /dev/null
  [ -f "$apt/sources/sources.list" ] && mv "$apt/sources/sources.list" "$apt/sources/main.list"
  id=$(. /etc/os-release && echo "${ID:-}")
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  if [ "$id" != debian ] || [ -z "$suite" ] || grep -qs "$suite-backports" "$apt/sources"/*; then return; fi
  for list in "$apt/sources"/*.list; do
    [ -f "$list" ] && sed -n "s/^\(deb .*[[:space:]]\)$suite\([[:space:]].*\)/\1$suite-backports\2/p" "$list" >> "$apt/backports.list"
  done
  for stanzas in "$apt/sources"/*.sources; do
    [ -f "$stanzas" ] && awk -v suite="$suite" 'BEGIN { RS = ""; ORS = "\n\n" }
      $0 ~ "Suites:[^\n]*[ \t]" suite "([ \t\n]|$)" { gsub(/Suites:[^\n]*/, "Suites: " suite "-backports"); print }' "$stanzas" >> "$apt/backports.sources"
  done
  for each in list sources; do
    [ -s "$apt/backports.$each" ] && mv "$apt/backports.$each" "$apt/sources/weir-backports.$each"
  done
}

apt_get() {
  apt-get -q -y -o Dir::State="$apt/state" -o Dir::Cache="$apt/cache" -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt/sources" \
    -o APT::Sandbox::User= -o Debug::NoLocking=true -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 "$@"
}

# Unpacks package $1, and those it needs that the system has not, and makes a program that finds its libraries among them.
unpack() {
  folder=$cache/$1
  if [ ! -x "$folder/$1" ]; then
    command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null && [ -r /etc/os-release ] || return 1
    say "unpacking $1 from the system's packages …"
    rm -rf "$folder"
    mkdir -p "$folder/root" "$apt/state/lists/partial" "$apt/cache/archives/partial"
    if [ ! -d "$apt/sources" ]; then
      sources
      apt_get update >> "$cache/engine.log" 2>&1
    fi
    rm -f "$apt/cache/archives"/*.deb
    apt_get install --download-only --no-install-recommends "$1" >> "$cache/engine.log" 2>&1 || return 1
    for package in "$apt/cache/archives"/*.deb; do
      dpkg-deb -x "$package" "$folder/root" >> "$cache/engine.log" 2>&1 || return 1
    done
    libraries=$(find "$folder/root" -name '*.so*' | sed 's|/[^/]*$||' | sort -u | tr '\n' ':')
    printf '#!/bin/sh\nLD_LIBRARY_PATH="%s$LD_LIBRARY_PATH" exec "%s" "$@"\n' "$libraries" "$folder/root/usr/bin/$1" > "$folder/$1"
    chmod 755 "$folder/$1"
  fi
  first "$folder/$1" && rm -rf "$apt"
}

from_maven() {
  folder=$cache/embedded-redis
  if [ ! -x "$folder/redis-server" ]; then
    command -v mvn > /dev/null || return 1
    case $(uname -m) in x86_64 | amd64) machine=amd64 ;; aarch64 | arm64) machine=arm64 ;; *) machine=386 ;; esac
    say "fetching embedded-redis from Maven …"
    mkdir -p "$folder"
    (cd "$folder" && mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy -Dartifact="$embedded" -DoutputDirectory="$folder" < /dev/null &&
      { unzip -q -o ./*.jar 'redis-server-*' || jar xf ./*.jar; } &&
      chmod 755 redis-server-*-"$(uname -s | tr '[:upper:]' '[:lower:]')-$machine" &&
      mv redis-server-*-"$(uname -s | tr '[:upper:]' '[:lower:]')-$machine" redis-server && rm -f ./redis-server-* ./*.jar) >> "$cache/engine.log" 2>&1 || return 1
  fi
  first "$folder/redis-server"
}

find_engine() {
  first valkey-server redis-server > /dev/null && command -v "$program" && return
  [ -n "$cache" ] && mkdir -p "$cache" 2> /dev/null || return 1
  first "$cache/valkey-server/valkey-server" "$cache/redis-server/redis-server" "$cache/embedded-redis/redis-server" && return
  # What could not be had is not asked for again by every test.
  [ -z "$(find "$cache/engine.missing-$least" -mmin -60 2> /dev/null)" ] || return 1
  apt=$cache/apt
  : > "$cache/engine.log"
  unpack valkey-server || unpack redis-server || from_maven || {
    touch "$cache/engine.missing-$least"
    return 1
  }
}

# One after the other, where the system can: the second finds what the first unpacked.
if [ -n "$cache" ] && command -v flock > /dev/null && mkdir -p "$cache" 2> /dev/null; then
  exec 9> "$cache/engine.lock"
  flock 9
fi
find_engine && exit
[ "$least" = "$oldest" ] || { least=$oldest; find_engine && exit; }
say "neither valkey-server nor redis-server is on the PATH, and none could be unpacked${cache:+ ($cache/engine.log says why)}."
exit 1
