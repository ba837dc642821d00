#!/bin/sh
# Back up a Postgres of its own under a running node, lose tables, and restore to the moment before.
# Needs root (Postgres runs as another user) and Debian's Postgres; takes half a minute.
set -eu
programs=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
folder=$(mktemp -d)
port=${PORT:-18555}
tenback=${TENBACK:-.venv/bin/tenback}
url="postgresql:///tenback?host=$folder&user=tenback"
as_postgres() { setpriv --reuid=postgres --regid="$(id -g postgres)" --clear-groups "$@"; }
serve() {
    "$tenback" serve --port "$port" --database "$url" --log-level warning &
    server=$!
    until curl -sf "localhost:$port/health" >/dev/null; do sleep 0.3; done
}
open_table() {
    curl -s -H 'Content-Type: application/json' -d '{"game":"original","name":"Ana","players":2}' \
        "localhost:$port/api/tables" | sed 's/.*"code":"\([A-Z0-9]*\)".*/\1/'
}
mkdir "$folder/archive"
chown -R postgres "$folder"

as_postgres "$programs/initdb" -A trust -U tenback -D "$folder/data" -E UTF8 --locale=C >/dev/null
cat >>"$folder/data/postgresql.conf" <<END
unix_socket_directories = '$folder'
listen_addresses = ''
archive_mode = on
archive_command = 'test ! -f $folder/archive/%f && cp %p $folder/archive/%f'
archive_timeout = 60
END
as_postgres "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w start >/dev/null
"$programs/createdb" -h "$folder" -U tenback tenback
serve
first=$(open_table)
as_postgres "$programs/pg_basebackup" -h "$folder" -U tenback -D "$folder/base" -X stream -c fast
second=$(open_table)
sleep 1
well=$(date -u '+%Y-%m-%d %H:%M:%S.%N+00')
sleep 1
echo "$first was opened before the base backup, $second after it; at $well all was well"
"$tenback" tables delete "$first" "$second" --yes --database "$url"
"$programs/psql" -h "$folder" -U tenback -qAtc 'SELECT pg_switch_wal()' tenback >/dev/null
kill "$server"
wait "$server"
as_postgres "$programs/pg_ctl" -D "$folder/data" -m fast -w stop >/dev/null

as_postgres cp -a "$folder/base" "$folder/restored"
cat >>"$folder/restored/postgresql.conf" <<END
restore_command = 'cp $folder/archive/%f %p'
recovery_target_time = '$well'
recovery_target_action = 'promote'
END
as_postgres touch "$folder/restored/recovery.signal"
as_postgres "$programs/pg_ctl" -D "$folder/restored" -l "$folder/log" -w start >/dev/null
until "$programs/psql" -h "$folder" -U tenback -qAtc 'SELECT NOT pg_is_in_recovery()' tenback |
    grep -q t; do sleep 0.2; done
"$tenback" tables list --database "$url"
"$tenback" tables check --database "$url"
serve
curl -sf "localhost:$port/api/tables/$first" >/dev/null && echo "$first is served again"
kill "$server"
wait "$server"
as_postgres "$programs/pg_ctl" -D "$folder/restored" -m fast -w stop >/dev/null
rm -rf "$folder"
