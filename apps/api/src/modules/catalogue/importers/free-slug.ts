import { slugify } from '@terrace/domain/text/slug'
import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

const maxSlugNumber = 100

/** `arsenal`, then with a qualifier `arsenal-football-es`, then numbered. */
export function slugChoices(name: string, qualifier: string): string[] {
  const qualified = `${slugify(name)}-${slugify(qualifier)}`
  const numbered = Array.from({ length: maxSlugNumber }, (_, index) => `${qualified}-${index + 2}`)
  return [slugify(name), qualified, ...numbered]
}

/**
 * Inserts under the first free slug. `insert` must return nothing on a conflict (`on conflict do nothing`); checking
 * first would fail when a concurrent import takes the slug.
 */
export async function insertUnderFreeSlug<Row>(
  { name, qualifier }: { name: string; qualifier: string },
  insert: (slug: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (const slug of slugChoices(name, qualifier)) {
    const row = await insert(slug)
    if (row !== undefined) return row
  }
  throw new Error(`no free slug for ${name}`)
}

/** Changes the slug to match the name; the old slug redirects. */
export async function moveToFreeSlug(
  tx: Tx,
  table: 'performers' | 'venues',
  { id, name, qualifier }: { id: number; name: string; qualifier: string },
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select reserve_slug(${table}::regclass, ${id}, ${slugChoices(name, qualifier)}::text[]) as found`.execute(
    tx,
  )
  if (!rows[0]?.found) throw new Error(`no free slug for ${name}`)
}
