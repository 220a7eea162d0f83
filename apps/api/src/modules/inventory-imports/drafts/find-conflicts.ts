import { seatsOverlap } from '@terrace/domain/tickets/seats'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { WorkTurns } from '#api/shared/concurrency/work-turns.ts'
import { findTakenSeatsOfMany, readListings, type ListingValues } from '#api/modules/supply/index.ts'
import type { DraftMessage, PlannedDraft } from './draft.ts'

/** Drafts whose seats or numbers are used: by a listing of the seller, or by a draft before them. */
export async function findConflicts(
  { db, teamId, turns }: { db: Db; teamId: string; turns: WorkTurns },
  drafts: readonly PlannedDraft[],
): Promise<Map<number, DraftMessage>> {
  const found = new Map<number, DraftMessage>()
  const ready = drafts.flatMap(({ values, externalId }, index) =>
    values ? [{ index, values, externalId }] : [],
  )
  const byId = new Map<string, (typeof ready)[number]>()
  const byRow = new Map<string, typeof ready>()
  await turns.map(ready, (draft) => {
    const { event_id: eventId, section, row } = draft.values
    const rowKey = JSON.stringify([eventId, section, row])
    const inRow = byRow.get(rowKey) ?? []
    const same = inRow.find(({ values }) => seatsOverlap(listedSeats(values), listedSeats(draft.values)))
    const sameId = draft.externalId === null ? undefined : byId.get(draft.externalId)
    inRow.push(draft)
    byRow.set(rowKey, inRow)
    if (draft.externalId !== null && !sameId) byId.set(draft.externalId, draft)
    if (same) found.set(draft.index, { field: 'seats', message: `are in line ${same.index + 1} too` })
    else if (sameId)
      found.set(draft.index, { field: 'external_id', message: `is in line ${sameId.index + 1} too` })
  })
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
