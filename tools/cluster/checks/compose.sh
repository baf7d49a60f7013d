#!/usr/bin/env bash
# docker/compose.server.yaml as a client sees it, printed as name=value; needs the ports 25, 80 and 443 of this machine.
# usage: compose.sh <command…>, e.g. compose.sh docker compose
set -uo pipefail
compose() { "${COMMAND[@]}" -f docker/compose.server.yaml "$@" 2>>"$LOG"; }
COMMAND=("$@")
export DOMAIN=localhost
status() { curl --silent --insecure --max-time 5 --output /dev/null --write-out '%{http_code}' "$@"; }
started() { for _ in $(seq 60); do [ "$(status https://localhost/)" = 200 ] && break || sleep 1; done; }
trap 'compose down --volumes >/dev/null' EXIT
compose up --detach --no-build >/dev/null || exit 1
started
echo "page=$(status https://localhost/)"
echo "http=$(status http://localhost/)"
echo "admin=$(status https://localhost/admin/v1/applications)"
compose --profile cli run --rm cli application create --name Diary --redirect-uri https://diary.example.com/callback |
  sed -n 's/^client_secret  */secret=/p'
echo "refused=$(status --header 'Authorization: Bearer wrong' https://localhost/v1/channels)"
echo "mail=$(timeout 5 bash -c 'exec 3<>/dev/tcp/127.0.0.1/25; head -c 3 <&3')"
compose restart >/dev/null
started
echo "restarted=$(status https://localhost/)"
compose --profile cli run --rm cli application list | grep -q Diary && echo kept=yes
