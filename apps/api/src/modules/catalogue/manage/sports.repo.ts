import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

interface SportColumns {
  name?: string | undefined
  kind?: 'sport' | 'genre' | undefined
  art_pattern?: string | undefined
  position?: number | undefined
}

/** Returns whether the slug was free. */
export async function insertSport(
  tx: Tx,
  { slug, name, kind, art_pattern: artPattern, position }: SportColumns & { slug: string; name: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into categories (kind, name, slug, art_pattern, position)
    values (${kind ?? 'sport'}, ${name}, ${slug}, ${artPattern ?? null}, ${position ?? 0}::integer)
    on conflict (slug) do nothing`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export async function updateSport(
  tx: Tx,
  id: number,
  { name, kind, art_pattern: artPattern, position }: SportColumns,
): Promise<void> {
  await sql`
    update categories set name = coalesce(${name ?? null}, name), kind = coalesce(${kind ?? null}, kind),
      art_pattern = coalesce(${artPattern ?? null}, art_pattern),
      position = coalesce(${position ?? null}::integer, position)
    where id = ${id}`.execute(tx)
}
