#!/bin/sh
# Performs those steps of the official PostgreSQL image's first start on which deploy/compose/postgres.yaml relies.
set -eu
data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
mkdir -p "$data" /var/run/postgresql
chown postgres "$data" /var/run/postgresql
chmod 700 "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  as_postgres initdb --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --auth-host scram-sha-256 "$data"
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  as_postgres pg_ctl -D "$data" -o "-c listen_addresses=''" --wait start
  createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres pg_ctl -D "$data" --mode fast --wait stop
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -D "$data" -c listen_addresses='*'
