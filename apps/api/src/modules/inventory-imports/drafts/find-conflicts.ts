import { seatsOverlap } from '@terrace/domain/tickets/seats'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { findTakenSeatsOfMany, readListings, type ListingValues } from '#api/modules/supply/index.ts'
import type { DraftMessage, PlannedDraft } from './draft.ts'

/** Drafts whose seats or numbers are used: by a listing of the seller, or by a draft before them. */
export async function findConflicts(
  db: Db,
  teamId: string,
  drafts: readonly PlannedDraft[],
): Promise<Map<number, DraftMessage>> {
  const found = new Map<number, DraftMessage>()
  const ready = drafts.flatMap(({ values, externalId }, index) =>
    values ? [{ index, values, externalId }] : [],
  )
  for (const [at, draft] of ready.entries()) {
    const before = ready.slice(0, at)
    const same = before.find(({ values }) => sharesSeats(values, draft.values))
    const sameId = before.find(({ externalId }) => externalId !== null && externalId === draft.externalId)
    if (same) found.set(draft.index, { field: 'seats', message: `are in line ${same.index + 1} too` })
    else if (sameId)
      found.set(draft.index, { field: 'external_id', message: `is in line ${sameId.index + 1} too` })
  }
  const others = ready.filter(({ index }) => !found.has(index))
  const externalIds = others.flatMap(({ externalId }) => externalId ?? [])
  const taken = await inTransaction(db, (tx) => findTakenSeatsOfMany(tx, teamId, others.flatMap(seatsOf)))
  const listings = await readListings(db, { sellerTeamId: teamId, externalIds, listingIds: [] })
  const used = new Set(listings.map((listing) => listing.external_id))
  for (const { index, externalId } of others) {
    if (taken.has(String(index)))
      found.set(index, { field: 'seats', message: 'are offered by you already, or sold' })
    else if (externalId !== null && used.has(externalId))
      found.set(index, { field: 'external_id', message: 'belongs to another listing of yours' })
  }
  return found
}

function sharesSeats(left: ListingValues, right: ListingValues): boolean {
  if (left.event_id !== right.event_id || left.section !== right.section || left.row !== right.row)
    return false
  return seatsOverlap(listedSeats(left), listedSeats(right))
}

const listedSeats = ({ first_seat: first, last_seat: last, seats: list }: ListingValues) => ({
  first,
  last,
  list,
})

function seatsOf({ index, values }: { index: number; values: ListingValues }) {
  const { event_id: eventId, section, row, first_seat: firstSeat, last_seat: lastSeat, seats } = values
  if (firstSeat === null || lastSeat === null) return []
  return [{ listingId: String(index), eventId, section, row, firstSeat, lastSeat, seats }]
}
