# What the official image does with the same three variables, as far as the test needs it.
set -e
bin=/usr/lib/postgresql/15/bin
data=/var/lib/postgresql/data
mkdir -p $data /run/postgresql && chown -R postgres $data /run/postgresql && chmod 700 $data
as() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
if [ ! -e $data/PG_VERSION ]; then
  as $bin/initdb -D $data --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 > /dev/null
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
  as $bin/pg_ctl -D $data -w -o "-c listen_addresses=''" start > /dev/null
  as psql -q -c "CREATE ROLE $POSTGRES_USER LOGIN PASSWORD '$POSTGRES_PASSWORD'" -c "CREATE DATABASE $POSTGRES_DB OWNER $POSTGRES_USER"
  as $bin/pg_ctl -D $data -w -m fast stop > /dev/null
fi
exec setpriv --reuid postgres --regid postgres --init-groups $bin/postgres -D $data -c listen_addresses='*'
