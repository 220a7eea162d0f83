import { sql } from 'kysely'
import type { Db } from './client.ts'
import { readSqlFiles } from './sql-files.ts'

/** Returns a function that counts the migrations of this release which the database does not have. */
export function createMigrationCheck(db: Db, folder = new URL('./', import.meta.url)): () => Promise<number> {
  let names: string[] | undefined
  let isUpToDate = false
  return async () => {
    // Migrations are never taken back.
    if (isUpToDate) return 0
    names ??= (await readSqlFiles(folder, 'migrations')).map(({ name }) => name)
    const { rows } = await sql<{ applied: number }>`
      select count(*)::int as applied from schema_migrations where name = any(${names})`.execute(db)
    const pending = names.length - (rows[0]?.applied ?? 0)
    isUpToDate = pending === 0
    return pending
  }
}
