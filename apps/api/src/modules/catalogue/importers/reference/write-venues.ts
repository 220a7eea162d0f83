import { inTransaction } from '#api/db/transaction.ts'
import type { ClubRow } from './clubs.ts'
import type { ImportContext, WriteResult } from '../import-report.ts'
import { openPerformerLookup } from './performer-lookup.ts'
import type { Row } from '../source-rows.ts'
import { openVenueLookup } from './venue-lookup.ts'
import type { VenueRow } from './venues.ts'

export async function writeVenues(
  { db, onProgress }: ImportContext,
  rows: readonly Row<VenueRow>[],
): Promise<WriteResult> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    const venues = await openVenueLookup(tx)
    const performers = await openPerformerLookup(
      tx,
      rows.flatMap(({ value }) => value.home?.scope ?? []),
    )
    for (const [index, { value }] of rows.entries()) {
      const { venue, outcome } = await venues.ensure(tx, value)
      const home = value.home && (await setHomeVenue(value.home, venue))
      counts[outcome === 'unchanged' && home ? home : outcome] += 1
      onProgress?.(index + 1, rows.length)
    }
    return { counts, bad: [] }

    async function setHomeVenue(
      home: NonNullable<VenueRow['home']>,
      venue: { id: number; timezone: string },
    ) {
      const outcome = await performers.ensure(tx, { ...home, kind: 'team', aliases: [] })
      const performer = performers.find(home.scope, home.name)
      const link = performer ? await venues.setHome(tx, performer.id, venue) : 'unchanged'
      return outcome === 'unchanged' && link === 'unchanged' ? 'unchanged' : 'changed'
    }
  })
}

export async function writeClubs(
  { db, onProgress }: ImportContext,
  rows: readonly Row<ClubRow>[],
): Promise<WriteResult> {
  return inTransaction(db, async (tx) => {
    const counts = { added: 0, changed: 0, unchanged: 0 }
    const performers = await openPerformerLookup(
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
