import { slugify } from '@terrace/domain/slug'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

const triedAtMost = 100

/** 'arsenal', then with what tells it from its namesakes, 'arsenal-football-es', then numbered. */
function slugChoices(name: string, qualifier: string): string[] {
  const qualified = `${slugify(name)}-${slugify(qualifier)}`
  const numbered = Array.from({ length: triedAtMost }, (_, index) => `${qualified}-${index + 2}`)
  return [slugify(name), qualified, ...numbered]
}

/**
 * Inserts under the first slug that is free. `insert` must do nothing where the slug is taken (`on conflict do
 * nothing`): to look first and insert then would fail when another import is quicker, and lose all of this one.
 */
export async function insertUnderFreeSlug<Row>(
  { name, qualifier }: { name: string; qualifier: string },
  insert: (slug: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (const slug of slugChoices(name, qualifier)) {
    const row = await insert(slug)
    if (row !== undefined) return row
  }
  throw new Error(`no slug is left for ${name}`)
}

/** Lets the address follow the name; the old one goes on leading there. */
export async function moveToFreeSlug(
  tx: Tx,
  table: 'performers' | 'venues',
  { id, name, qualifier }: { id: number; name: string; qualifier: string },
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select take_slug(${table}::regclass, ${id}, ${slugChoices(name, qualifier)}::text[]) as found`.execute(tx)
  if (!rows[0]?.found) throw new Error(`no slug is left for ${name}`)
}
