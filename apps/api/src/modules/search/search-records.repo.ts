import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { IndexSettings } from '@terrace/search-engine/engine/settings'

/** A record written over HTTP; `body: null` means deleted. */
export interface StoredRecord {
  object_id: string
  body: Record<string, unknown> | null
}

const chunk = 1000

export async function saveRecords(tx: Tx, index: string, records: readonly StoredRecord[]): Promise<void> {
  await saveIndex(tx, index)
  for (let from = 0; from < records.length; from += chunk) {
    await sql`
      insert into search_records (index_name, object_id, body)
      select ${index}, r.object_id, nullif(r.body, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(records.slice(from, from + chunk))}::jsonb) as r(object_id text, body jsonb)
      on conflict (index_name, object_id) do update set body = excluded.body`.execute(tx)
  }
}

async function saveIndex(tx: Tx, index: string): Promise<void> {
  await tx
    .insertInto('search_indexes')
    .values({ index_name: index })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function saveSettings(tx: Tx, index: string, settings: IndexSettings): Promise<void> {
  await sql`
    insert into search_indexes (index_name, settings) values (${index}, ${JSON.stringify(settings)}::jsonb)
    on conflict (index_name) do update set settings = excluded.settings`.execute(tx)
}

export async function clearRecords(tx: Tx, index: string): Promise<void> {
  await saveIndex(tx, index)
  await tx.deleteFrom('search_records').where('index_name', '=', index).execute()
}

export async function dropIndex(tx: Tx, index: string): Promise<void> {
  await tx.deleteFrom('search_records').where('index_name', '=', index).execute()
  await tx.deleteFrom('search_indexes').where('index_name', '=', index).execute()
}

export async function readIndexes(
  db: DbOrTx,
  index?: string,
): Promise<{ index_name: string; settings: IndexSettings }[]> {
  const query = db.selectFrom('search_indexes').select(['index_name', 'settings'])
  return index === undefined ? query.execute() : query.where('index_name', '=', index).execute()
}

/** The records with these ids, or a page of records after `after`, ordered by id. */
export async function readRecords(
  db: DbOrTx,
  index: string,
  { ids, after = '' }: { ids?: readonly string[]; after?: string },
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select object_id, body from search_records
    where index_name = ${index} and object_id > ${after}
      and (${ids === undefined} or object_id = any(${ids ?? []}::text[]))
    order by object_id limit ${ids === undefined ? chunk : ids.length}`.execute(db)
  return rows
}
