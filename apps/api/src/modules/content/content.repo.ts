import type { ContentName } from '@terrace/contracts/content'
import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface StoredText {
  body: string
  updatedAt: Date
}

export async function findText(db: DbOrTx, name: ContentName): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    select body, updated_at as "updatedAt" from content_texts where name = ${name}`.execute(db)
  return rows[0]
}

export async function upsertText(db: DbOrTx, name: ContentName, body: string): Promise<void> {
  await sql`
    insert into content_texts (name, body) values (${name}, ${body})
    on conflict (name) do update set body = excluded.body, updated_at = clock_timestamp()`.execute(db)
}

/** Returns whether a text existed. */
export async function deleteText(db: DbOrTx, name: ContentName): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from content_texts where name = ${name}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
