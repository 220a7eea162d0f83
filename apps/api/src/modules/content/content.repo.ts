import type { ContentName } from '@terrace/contracts/content'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface StoredText {
  body: string
  updatedAt: Date
}

export async function findText(db: DbOrTx, name: ContentName): Promise<StoredText | undefined> {
  const { rows } = await sql<StoredText>`
    select body, updated_at as "updatedAt" from content_texts where name = ${name}`.execute(db)
  return rows[0]
}

/** The stored text; other changes of it wait until the transaction ends. */
export async function lockText(tx: Tx, name: ContentName): Promise<string | undefined> {
  const row = await tx
    .selectFrom('content_texts')
    .select('body')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return row?.body
}

export async function upsertText(db: DbOrTx, name: ContentName, body: string): Promise<void> {
  await sql`
    insert into content_texts (name, body) values (${name}, ${body})
    on conflict (name) do update set body = excluded.body, updated_at = clock_timestamp()`.execute(db)
}

export async function deleteText(db: DbOrTx, name: ContentName): Promise<void> {
  await sql`delete from content_texts where name = ${name}`.execute(db)
}
