import type { Db } from '#api/db/client.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { findListedSections } from './listings.repo.ts'
import type { SectionNames } from './section-keys.ts'

/**
 * Sections that no listing of these events ever had and no plan knows, as a field error (product.md §3). Sold-out and withdrawn
 * listings count: the last one may just have gone while a page still filters by its section.
 */
export async function findUnknownSections(
  db: Db,
  names: readonly string[],
  { snapshots, sections }: { snapshots: readonly EventSnapshot[]; sections: SectionNames },
): Promise<Record<string, string[]>> {
  const unlisted = names.filter((name) => !sections.isBlock(name))
  if (unlisted.length === 0) return {}
  const offered = new Set(
    snapshots.flatMap(({ listings }) => Array.from(listings(), ({ section }) => section)),
  )
  const missing = without(unlisted, offered, sections)
  if (missing.length === 0) return {}
  const stored = await findListedSections(
    db,
    snapshots.map(({ eventId }) => eventId),
  )
  const unknown = without(missing, stored, sections)
  return unknown.length === 0 ? {} : { 'section_name[]': [`unknown: ${unknown.join(', ')}`] }
}

function without(names: readonly string[], known: Iterable<string>, { keyOf }: SectionNames): string[] {
  const keys = new Set(Array.from(known, keyOf))
  return names.filter((name) => !keys.has(keyOf(name)))
}
