import { runStatement } from './server.ts'

/** A digest of the schema of a database, including the rows of `schema_versions`. */
const SHAPE = `
  select md5(string_agg(line, ' ' order by line)) as shape from (
    select format('%s %s %s %s', relname, relkind, reloptions, relpersistence) as line from pg_class where relnamespace = 'public'::regnamespace
    union all select format('%s %s %s %s %s', attrelid, attnum, attname, atttypid, attisdropped) from pg_attribute
      join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace
    union all select format('%s %s', indexrelid, indisvalid) from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
    union all select tgname from pg_trigger
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace
    union all select setconfig::text from pg_db_role_setting join pg_database on pg_database.oid = setdatabase where datname = current_database()
    union all select version::text from schema_versions) as lines`

export const shapeOf = async (address: string): Promise<string> =>
  String((await runStatement(address, SHAPE))[0]?.['shape'])

/**
 * Tables up to this size are emptied by deleting rows, because truncating creates new files for the table and each of its indexes.
 */
const SMALL_BYTES = 256 * 1024

/**
 * Empties a database that a test no longer uses. Returns false if the test has altered its tables or it cannot be emptied.
 * Terminates sessions that are still open, which belong to a process that was killed or did not close them.
 */
export const emptyDatabase = (address: string, shape: string): Promise<boolean> =>
  runStatement(
    address,
    `
  do $$ declare name text; size bigint; begin
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    if (${SHAPE}) is distinct from '${shape}' then raise exception 'altered'; end if;
    for name, size in
      select relname, pg_relation_size(oid) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_versions' and pg_relation_size(oid) > 0
    loop
      execute format(case when size > ${SMALL_BYTES} then 'truncate %I' else 'delete from %I' end, name);
    end loop;
  end $$`,
  ).then(
    () => true,
    () => false,
  )
