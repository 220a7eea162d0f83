import { maxBulkListings, type inventoryBulkRoutes } from '@terrace/contracts/inventory-bulk'
import type { BodyOf } from '@terrace/contracts/route'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { EditDeps, Editor } from '../edit/editor.ts'
import { findInventoryPage } from '../inventory/inventory.repo.ts'
import { assertComparable } from '../inventory/show-inventory.ts'
import { supplyErrors } from '../supply.errors.ts'
import { resaleListingOf } from '../edit/change-place.ts'
import { readResaleRefusals } from '../resale-rules/resale-rules.repo.ts'
import { insertBulkEdit, insertBulkRows, readBulkListings, type NewBulkRow } from './bulk-edits.repo.ts'
import { createSeatChoice, type SeatChoice } from './choose-seats.ts'
import { planChange, type BulkListing } from './plan-change.ts'
import { readSeatsToOffer } from './taken-seats.repo.ts'

const batchSize = 1000

type PreviewBody = BodyOf<typeof inventoryBulkRoutes.preview>

/** Stores what the change would do to each selected listing, and returns the id of the edit. Changes no listing. */
export async function previewBulkEdit(
  deps: EditDeps & { ids: Ids },
  { teamId, accountId }: Editor,
  { selection, change }: PreviewBody,
): Promise<string> {
  const { db, clock } = deps
  const now = clock.now()
  const ids = await selectListings(deps, teamId, selection, now)
  const id = deps.ids.next('ble')
  const by = change.price?.change.by
  const countsFree = change.own_hold !== undefined
  const comparesPrices = by === 'match' || by === 'undercut'
  const choice = createSeatChoice()
  for (let start = 0; start === 0 || start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const listings = await readBulkListings(db, { teamId, ids: batch, now, comparesPrices, countsFree })
    const byId = new Map(listings.map((listing) => [listing.id, listing]))
    const rows = batch.map((listingId, index): NewBulkRow => {
      const place = { position: start + index + 1, listingId }
      const listing = byId.get(listingId)
      return listing
        ? { ...place, revision: listing.revision, ...planChange(listing, change, now) }
        : { ...place, revision: 0, before: {}, after: {}, usesFloor: false, problem: 'not_found' }
    })
    await findRefusedRows(db, { teamId, rows, byId })
    await findTakenRows(db, { teamId, rows, choice, now })
    // A transaction per batch: a long one would delay the outbox.
    await inTransaction(db, async (tx) => {
      if (start === 0) await insertBulkEdit(tx, { id, teamId, accountId, change, createdAt: now })
      await insertBulkRows(tx, id, rows)
    })
  }
  return id
}

/** Marks rows that a rule of the marketplace would refuse on sale, or at their new price. */
async function findRefusedRows(
  db: Db,
  { teamId, rows, byId }: { teamId: string; rows: NewBulkRow[]; byId: ReadonlyMap<string, BulkListing> },
): Promise<void> {
  const offered = rows.flatMap((row) => {
    const listing = byId.get(row.listingId)
    if (!listing || row.problem !== null) return []
    const next = { ...listing, ...row.after }
    const isOffered = row.after.status !== undefined || row.after.price_minor !== undefined
    return isOffered && next.status === 'active'
      ? [{ row, offer: resaleListingOf({ ...next, sellerTeamId: teamId }) }]
      : []
  })
  const reasons = await readResaleRefusals(
    db,
    offered.map(({ offer }) => offer),
  )
  for (const [index, { row }] of offered.entries()) if (reasons[index]) row.problem = 'resale_refused'
}

/** Marks rows whose seats another listing of the team, or an earlier row, offers or has sold: they cannot go on sale. */
async function findTakenRows(
  db: Db,
  { teamId, rows, choice, now }: { teamId: string; rows: NewBulkRow[]; choice: SeatChoice; now: Date },
): Promise<void> {
  const published = rows.filter(({ after, problem }) => after.status === 'active' && problem === null)
  const ids = published.map(({ listingId }) => listingId)
  const seatsOf = await readSeatsToOffer(db, ids, { teamId, now })
  for (const row of published) {
    const seats = seatsOf.get(row.listingId)
    if (choice.isFree(seats)) choice.choose(seats)
    else row.problem = 'seats_taken'
  }
}

async function selectListings(
  { db }: EditDeps,
  teamId: string,
  selection: PreviewBody['selection'],
  now: Date,
): Promise<string[]> {
  if ('listing_ids' in selection) return [...new Set(selection.listing_ids)]
  const { filter, except } = selection
  const chosen = { teamId, filter, now, except }
  await assertComparable(db, chosen)
  const order = { order_by: 'event', sort_order: 'asc', group_by: 'event' } as const
  const { ids, total } = await findInventoryPage(db, chosen, { order, page: 1, perPage: maxBulkListings })
  if (total > maxBulkListings) throw supplyErrors.make('supply.selection_too_large')
  return ids
}
