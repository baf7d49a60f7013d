#!/bin/bash
# Root prepares the folder and continues as postgres; the first start creates the database. Arguments are those of postgres.
set -eu
[ "$1" = postgres ] && shift
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -m 700 "$(dirname "$PGDATA")" "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" postgres "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile <(echo "$POSTGRES_PASSWORD") --encoding UTF8 \
    --locale C.UTF-8 --auth-local trust --auth-host scram-sha-256
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  if [ "$POSTGRES_DB" != postgres ]; then
    echo "CREATE DATABASE $POSTGRES_DB;" | postgres --single -D "$PGDATA" postgres > /dev/null
  fi
fi
# a volume with fsGroup is made writable for the group at every mount, which PostgreSQL refuses
chmod 700 "$PGDATA"
exec postgres -D "$PGDATA" -c 'listen_addresses=*' "$@"
