import { inTransaction } from '#api/db/transaction.ts'
import type { ClubRow } from './clubs.ts'
import type { ImportContext, Written } from './import-report.ts'
import { openPerformerBook } from './performer-book.ts'
import type { Row } from './source-rows.ts'
import { openVenueBook } from './venue-book.ts'
import type { VenueRow } from './venues.ts'

/** Venues, and the teams that are at home there. */
export async function writeVenues(
  { db, onProgress }: ImportContext,
  rows: readonly Row<VenueRow>[],
): Promise<Written> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    const venues = await openVenueBook(tx)
    const performers = await openPerformerBook(
      tx,
      rows.flatMap(({ value }) => value.home?.scope ?? []),
    )
    for (const [index, { value }] of rows.entries()) {
      const { venue, outcome } = await venues.ensure(tx, value)
      const home = value.home && (await placeTeam(value.home, venue))
      counts[outcome === 'unchanged' && home ? home : outcome] += 1
      onProgress?.(index + 1, rows.length)
    }
    return { counts, bad: [] }

    async function placeTeam(home: NonNullable<VenueRow['home']>, venue: { id: number; timezone: string }) {
      const outcome = await performers.ensure(tx, { ...home, kind: 'team', aliases: [] })
      const performer = performers.find(home.scope, home.name)
      const link = performer ? await venues.setHome(tx, performer.id, venue) : 'unchanged'
      return outcome === 'unchanged' && link === 'unchanged' ? 'unchanged' : 'changed'
    }
  })
}

/** Clubs under the names that Terrace shows, with the names by which sources know them. */
export async function writeClubs(
  { db, onProgress }: ImportContext,
  rows: readonly Row<ClubRow>[],
): Promise<Written> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    const performers = await openPerformerBook(
      tx,
      rows.map(({ value }) => value.scope),
    )
    for (const [index, { value }] of rows.entries()) {
      counts[await performers.ensure(tx, { ...value, kind: 'team' }, { rename: true })] += 1
      onProgress?.(index + 1, rows.length)
    }
    return { counts, bad: [] }
  })
}
