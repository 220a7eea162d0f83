import type { Db } from '#api/db/client.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { findListedSections } from './listings.repo.ts'
import type { SectionMatcher } from './section-matcher.ts'

/**
 * Returns a field error for sections that are on no seating plan and that no listing of these events ever had. Sold-out
 * and withdrawn listings count, because a page may still filter by the section of a listing that has just gone.
 */
export async function findUnknownSections(
  db: Db,
  names: readonly string[],
  { snapshots, sections }: { snapshots: readonly EventSnapshot[]; sections: SectionMatcher },
): Promise<Record<string, string[]>> {
  const notOnPlan = names.filter((name) => !sections.isOnPlan(name))
  if (notOnPlan.length === 0) return {}
  const onSale = new Set(
    snapshots.flatMap(({ listings }) => Array.from(listings(), ({ section }) => section)),
  )
  const notOnSale = without(notOnPlan, onSale, sections)
  if (notOnSale.length === 0) return {}
  const everListed = await findListedSections(
    db,
    snapshots.map(({ eventId }) => eventId),
  )
  const unknown = without(notOnSale, everListed, sections)
  return unknown.length === 0 ? {} : { 'section_name[]': [`unknown: ${unknown.join(', ')}`] }
}

function without(names: readonly string[], known: Iterable<string>, { keyOf }: SectionMatcher): string[] {
  const keys = new Set(Array.from(known, keyOf))
  return names.filter((name) => !keys.has(keyOf(name)))
}
