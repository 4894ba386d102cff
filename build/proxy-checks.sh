# Sourced by gateway-checks.sh: every route behind real proxies, each request followed by an innocent one that must not suffer from it.

# The programs that the system has, or can install.
find_proxies() {
  local missing=() each
  PATH=$PATH:/usr/sbin
  for each in nginx haproxy openssl; do command -v "$each" > /dev/null || missing+=("$each"); done
  [ ${#missing[@]} = 0 ] && return
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends "${missing[@]}"; } > /dev/null 2>&1 && return
  fi
  echo "proxies: needs ${missing[*]}" >&2
  return 1
}

# Both keep few connections to the gateway and share them among all clients: what one request leaves there, the next one reads.
start_proxies() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout "$work/proxy.key" -out "$work/proxy.crt" 2> /dev/null
  cat "$work/proxy.crt" "$work/proxy.key" > "$work/proxy.pem"
  cat > "$work/nginx.conf" <<END
daemon off; pid $work/nginx.pid; error_log $work/nginx.log; worker_processes 1;
events { worker_connections 256; }
http {
  access_log off; client_body_temp_path $work/nginx-body; proxy_temp_path $work/nginx-proxy; fastcgi_temp_path $work/nginx-f; uwsgi_temp_path $work/nginx-u; scgi_temp_path $work/nginx-s;
  upstream gateway { server 127.0.0.1:$port; keepalive 1; }
  server {
    listen 127.0.0.1:$((port + 2)); listen 127.0.0.1:$((port + 3)) ssl http2;
    ssl_certificate $work/proxy.crt; ssl_certificate_key $work/proxy.key;
    location / { proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host 127.0.0.1:$port; proxy_buffering off; }
  }
}
END
  cat > "$work/haproxy.cfg" <<END
global
  maxconn 256
defaults
  mode http
  timeout connect 5s
  timeout client 20s
  timeout server 20s
frontend front
  bind 127.0.0.1:$((port + 4))
  bind 127.0.0.1:$((port + 5)) ssl crt $work/proxy.pem alpn h2,http/1.1
  default_backend gateway
backend gateway
  http-reuse always
  http-request set-header Host 127.0.0.1:$port
  server one 127.0.0.1:$port maxconn 2
END
  nginx -c "$work/nginx.conf" -e "$work/nginx.log" > /dev/null 2>&1 &
  proxies+=($!)
  haproxy -f "$work/haproxy.cfg" > "$work/haproxy.log" 2>&1 &
  proxies+=($!)
  local each
  for each in 2 4; do
    for _ in $(seq 100); do curl -sf -m 2 "http://127.0.0.1:$((port + each))/healthz" > /dev/null && break; sleep 0.1; done
  done
}

# The status of a request, then that of an innocent one on the same connection. Usage: pair METHOD PATH BASE [OPTION…]
pair() {
  local method=$1 path=$2 to=$3 head=()
  shift 3
  [ "$method" = HEAD ] && head=(-I) || head=(-X "$method")
  [ "$method" = POST ] && head+=(-H 'Content-Type: application/json' -d '{}')
  curl -sk -m 10 "$@" "${head[@]}" -o /dev/null -w '%{http_code} ' "$to$path" --next -sk -m 10 "$@" -w ' %{http_code}' "$to/healthz" 2> /dev/null || true
}

# Sets path to that of the route with a stream that was not deleted.
route_path() {
  local id=${ids[0]}
  if [ "$method" = DELETE ] && [[ "$route" = *'{id}'* ]]; then id=${ids[$((used++))]}; fi
  path=$(printf '%s' "$route" | sed "s/{id}/$id/g; s/{[^}]*}/x/g; s/\*/app.js/")
}

check_proxies() {
  find_proxies || return 1
  start
  local route method path asked=0 hurt=0 other=0 direct seen name base_of version each ids=() used=1
  curl -s "$base/openapi.json" | grep -o '"/[^"]*": *{' | sed 's/"\(.*\)".*/\1/' | sort -u > "$work/routes"
  # What is deleted is gone for the next: every DELETE has a stream of its own.
  for each in $(seq $((1 + 7 * $(grep -c '{id}' "$work/routes")))); do ids+=("$(ask)"); done
  for each in "${ids[@]}"; do curl -s -m 60 "$base/v1/streams/$each/events" > /dev/null; done
  start_proxies
  for route in $(cat "$work/routes") /page/app.js /nowhere; do
    for method in GET HEAD OPTIONS POST DELETE; do
      route_path
      direct=$(pair "$method" "$path" "$base")
      for name in nginx haproxy; do
        for version in 1.0 1.1 2; do
          route_path
          base_of=$((port + 2)); [ "$name" = haproxy ] && base_of=$((port + 4))
          if [ "$version" = 2 ]; then seen=$(pair "$method" "$path" "https://127.0.0.1:$((base_of + 1))" --http2)
          else seen=$(pair "$method" "$path" "http://127.0.0.1:$base_of" "--http$version"); fi
          asked=$((asked + 1))
          if [[ "$seen" != *'{"status":"ok"} 200' ]]; then hurt=$((hurt + 1)); echo "proxies: $name HTTP/$version $method $path, then: $seen" >&2; fi
          if [ "${seen%% *}" != "${direct%% *}" ]; then other=$((other + 1)); echo "proxies: $name HTTP/$version $method $path: ${seen%% *}, directly ${direct%% *}" >&2; fi
        done
      done
    done
  done
  kill "${proxies[@]}" 2> /dev/null || true
  wait "${proxies[@]}" 2> /dev/null || true
  proxies=()
  stop
  echo "proxies: $(wc -l < "$work/routes") routes behind nginx and HAProxy, $asked requests of 5 methods over HTTP/1.0, 1.1 and 2; $other had another status than without the proxy, and after $hurt the next one suffered"
  [ "$hurt" = 0 ] && [ "$other" = 0 ]
}
