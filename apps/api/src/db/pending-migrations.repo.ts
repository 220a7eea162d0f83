import { sql } from 'kysely'
import type { Db } from './client.ts'
import { readSqlFiles } from './sql-files.ts'

/** Returns a function that counts the migrations of this release which the database does not have. */
export function createMigrationCheck(db: Db, folder = new URL('./', import.meta.url)): () => Promise<number> {
  let names: string[] | undefined
  return async () => {
    names ??= (await readSqlFiles(folder, 'migrations')).map(({ name }) => name)
    // Counted each time: the database may be restored or lost while this process runs.
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('schema_migrations') is not null as exists`.execute(db)
    if (!rows[0]?.exists) return names.length
    const applied = await sql<{ count: number }>`
      select count(*)::int as count from schema_migrations where name = any(${names})`.execute(db)
    return names.length - (applied.rows[0]?.count ?? 0)
  }
}
