import type pg from 'pg'
import { SchemaError } from './schema-error.ts'

/**
 * PostgreSQL 15 and 16 lack the collation `pg_c_utf8`, which the schema uses. The system's `C.UTF-8` sorts and lowers
 * letters alike, and takes its name.
 * @throws SchemaError where the system has no such locale
 */
export async function addMissingCollation(client: pg.Client): Promise<void> {
  // A collation of this name in a schema that names are not looked up in does not help.
  const { rows } = await client.query(
    "select from pg_collation where collname = 'pg_c_utf8' and pg_collation_is_visible(oid)",
  )
  if (rows.length > 0) return
  try {
    await client.query("create collation public.pg_c_utf8 (provider = libc, locale = 'C.UTF-8')")
  } catch (error) {
    throw new SchemaError(
      'This PostgreSQL needs the locale C.UTF-8 of its system, or version 17. Nothing was changed.',
      { cause: error },
    )
  }
}
