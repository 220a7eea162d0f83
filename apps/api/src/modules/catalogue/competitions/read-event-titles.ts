import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { matchKey } from '../matching/match-key.ts'

/** Looks up the catalogue's title of an event that recurs each season, by any name that sources use. */
export async function readEventTitles(
  db: DbOrTx,
): Promise<(competition: string, name: string) => string | undefined> {
  const { rows } = await sql<{ competition: string; key: string; title: string }>`
    select competition, name_key as key, title from event_aliases`.execute(db)
  const titles = new Map(rows.map(({ competition, key, title }) => [`${competition}\n${key}`, title]))
  return (competition, name) => titles.get(`${competition}\n${matchKey(name)}`)
}
