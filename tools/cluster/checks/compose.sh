#!/usr/bin/env bash
# docker/compose.server.yaml on podman, in network and mount namespaces of its own; prints what a client sees as name=value.
# usage: unshare --net --mount compose.sh <podman-compose>
set -uo pipefail
compose() { "$1" -f docker/compose.server.yaml "${@:2}" 2>>"$LOG"; }
export DOMAIN=localhost
status() { curl --silent --insecure --max-time 5 --output /dev/null --write-out '%{http_code}' "$@"; }
ip link set lo up
trap 'compose "$1" down --volumes >/dev/null' EXIT
compose "$1" up --detach --no-build >/dev/null || exit 1
for _ in $(seq 60); do [ "$(status https://localhost/)" = 200 ] && break || sleep 1; done
echo "page=$(status https://localhost/)"
echo "http=$(status http://localhost/)"
echo "admin=$(status https://localhost/admin/v1/applications)"
compose "$1" --profile cli run --rm cli application create --name Diary --redirect-uri https://diary.example.com/callback |
  sed -n 's/^client_secret  */secret=/p'
echo "refused=$(status --header 'Authorization: Bearer wrong' https://localhost/v1/channels)"
echo "mail=$(timeout 5 bash -c 'exec 3<>/dev/tcp/127.0.0.1/25; head -c 3 <&3')"
podman restart --all >/dev/null 2>>"$LOG"
for _ in $(seq 60); do [ "$(status https://localhost/)" = 200 ] && break || sleep 1; done
echo "restarted=$(status https://localhost/)"
compose "$1" --profile cli run --rm cli application list | grep -q Diary && echo kept=yes
