import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'

/** All rows of all tables as text, as in a stolen dump; binary columns in hex. */
export async function dumpDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const texts = await Promise.all(
    rows.map(async ({ schema, name }) => {
      const table = sql.table(`${schema}.${name}`)
      const { rows: found } = await sql<{ text: string }>`select t::text as text from ${table} t`.execute(db)
      return found.map((row) => `${schema}.${name} ${row.text}`).join('\n')
    }),
  )
  return texts.join('\n')
}
