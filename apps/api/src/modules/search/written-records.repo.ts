import { sql } from 'kysely'
import type { Reader, Tx } from '#api/db/transaction.ts'
import type { IndexSettings } from './engine/settings.ts'

/** A record that was written by HTTP; without a body it was taken out. */
export interface WrittenRecord {
  object_id: string
  body: Record<string, unknown> | null
}

const chunk = 1000

export async function saveWritten(tx: Tx, index: string, records: readonly WrittenRecord[]): Promise<void> {
  await saveIndex(tx, index)
  for (let from = 0; from < records.length; from += chunk) {
    await sql`
      insert into search_records (index_name, object_id, body)
      select ${index}, r.object_id, nullif(r.body, 'null'::jsonb)
      from jsonb_to_recordset(${JSON.stringify(records.slice(from, from + chunk))}::jsonb) as r(object_id text, body jsonb)
      on conflict (index_name, object_id) do update set body = excluded.body`.execute(tx)
  }
}

/** Keeps that there is such an index. */
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

export async function clearWritten(tx: Tx, index: string): Promise<void> {
  await saveIndex(tx, index)
  await tx.deleteFrom('search_records').where('index_name', '=', index).execute()
}

export async function dropWritten(tx: Tx, index: string): Promise<void> {
  await tx.deleteFrom('search_records').where('index_name', '=', index).execute()
  await tx.deleteFrom('search_indexes').where('index_name', '=', index).execute()
}

export async function readIndexes(
  db: Reader,
  index?: string,
): Promise<{ index_name: string; settings: IndexSettings }[]> {
  const query = db.selectFrom('search_indexes').select(['index_name', 'settings'])
  return index === undefined ? query.execute() : query.where('index_name', '=', index).execute()
}

/** Those of the ids, or all from `after` on, in order. */
export async function readWritten(
  db: Reader,
  index: string,
  { ids, after = '' }: { ids?: readonly string[]; after?: string },
): Promise<WrittenRecord[]> {
  const { rows } = await sql<WrittenRecord>`
    select object_id, body from search_records
    where index_name = ${index} and object_id > ${after}
      and (${ids === undefined} or object_id = any(${ids ?? []}::text[]))
    order by object_id limit ${ids === undefined ? chunk : ids.length}`.execute(db)
  return rows
}
