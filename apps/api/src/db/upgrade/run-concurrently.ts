import type pg from 'pg'
import type { SqlFile } from '../sql-files.ts'
import { splitStatements } from './split-statements.ts'

/** The first line of a migration that builds indexes concurrently, which PostgreSQL does outside of transactions only. */
const marker = /^-- Without a transaction\b/

export function runsConcurrently(text: string): boolean {
  return marker.test(text)
}

/**
 * Runs the statements one by one. Each must have no effect when it is repeated, such as `create index concurrently if
 * not exists`, because an interrupted file starts again.
 */
export async function runStatements(client: pg.Client, { text }: SqlFile): Promise<void> {
  for (const statement of splitStatements(text)) {
    const index = /^create (?:unique )?index concurrently if not exists (\w+)/i.exec(statement)?.[1]
    if (index !== undefined) await dropInvalid(client, index)
    await client.query(statement)
  }
}

/** An interrupted build leaves an index that is maintained but never used. */
async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1 and not i.indisvalid',
    [index],
  )
  if (rows.length > 0) await client.query(`drop index concurrently "${index}"`)
}
