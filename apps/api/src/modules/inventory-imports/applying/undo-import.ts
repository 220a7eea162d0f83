import { resizeSeats } from '@terrace/domain/tickets/seats'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { lockSellingLimits } from '#api/modules/seller-accounts/index.ts'
import {
  findTakenSeatsOfMany,
  lockListings,
  lockSeatsOfEvents,
  readHeldAndSold,
  writeListings,
  type ListingValues,
  type StoredListing,
} from '#api/modules/supply/index.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import { changeImport, endPreviews, extendClaim, lockImport } from '../imports/imports.repo.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { countRows } from '../imports/withdrawals.repo.ts'
import { refuseListings, type ProposedListing } from './refuse-listings.ts'
import { readRowsToUndo, saveUndone, type RowToUndo, type UndoneRow } from './undo-rows.repo.ts'
import { requestedSeatsOf } from './requested-seats.ts'
import { forgetSettledRows } from './settle-rows.ts'
import { listingValuesOf } from './write-batch.ts'

const batchSize = 200

/**
 * Restores what the import changed. Listings that were changed since stay as they are, and listings that it withdrew go
 * back on sale only if the person chose that: their tickets may have been sold elsewhere.
 */
export async function undoImport(deps: ImportDeps, inventoryImport: InventoryImport): Promise<void> {
  const { db, clock } = deps
  for (;;) {
    const undone = await inTransaction(db, async (tx) => {
      const locked = await lockImport(tx, inventoryImport.id)
      return locked?.state === 'undoing' ? undoBatch(tx, deps, inventoryImport) : 0
    })
    if (undone === 0) break
    await extendClaim(db, inventoryImport.id, { more: undone })
  }
  await forgetSettledRows(deps, inventoryImport)
  const counts = await countRows(db, inventoryImport)
  await inTransaction(db, async (tx) => {
    const { id, profileId } = inventoryImport
    const isEnded = await changeImport(tx, id, 'undoing', { state: 'undone', counts, undoneAt: clock.now() })
    if (isEnded) await endPreviews(tx, profileId, id)
  })
}

interface Restore {
  row: RowToUndo
  stored: StoredListing
  externalId: string | null
  values: ListingValues
}

async function undoBatch(tx: Tx, { clock }: ImportDeps, inventoryImport: InventoryImport): Promise<number> {
  const rows = await readRowsToUndo(tx, inventoryImport.id, batchSize)
  if (rows.length === 0) return 0
  const now = clock.now()
  const headroom = await lockSellingLimits(tx, { teamId: inventoryImport.teamId, now })
  const listings = await lockListings(tx, {
    sellerTeamId: inventoryImport.teamId,
    externalIds: [],
    listingIds: rows.flatMap(({ listingId, replacedListingId }) => [
      listingId,
      ...(replacedListingId ? [replacedListingId] : []),
    ]),
  })
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  const heldAndSold = await readHeldAndSold(tx, [...byId.keys()], { since: now, graceMinutes: 0 })
  const undone: UndoneRow[] = []
  const restores: Restore[] = []
  for (const row of rows) {
    const stored = byId.get(row.listingId)
    const rejection = rejectionOf(row, stored, inventoryImport)
    if (!stored || rejection) {
      const { code, message } = rejection ?? changedSince
      undone.push({ position: row.position, outcome: 'undo_rejected', code, message })
      continue
    }
    const committed = stored.sold + (heldAndSold.get(stored.id)?.held ?? 0)
    restores.push(...restoresOf(row, stored, byId.get(row.replacedListingId ?? ''), committed))
  }
  const refused = await refuseListings(
    tx,
    { teamId: inventoryImport.teamId, headroom },
    proposedListingsOf(restores),
  )
  for (const [position, { code, message }] of refused)
    undone.push({ position: Number(position), outcome: 'undo_rejected', code, message })
  const allowed = restores.filter(({ row }) => !refused.has(String(row.position)))
  undone.push(...(await restore(tx, inventoryImport, allowed, now)))
  await saveUndone(tx, inventoryImport.id, undone)
  return rows.length
}

const changedSince = { code: 'changed_since', message: 'The listing was changed after the import' }

function rejectionOf(
  row: RowToUndo,
  stored: StoredListing | undefined,
  { relistsWithdrawn }: InventoryImport,
) {
  if (stored?.revision !== row.appliedRevision) return changedSince
  return row.action === 'withdrawn' && !relistsWithdrawn
    ? { code: 'not_relisted', message: 'Listings that the file withdrew were not put back on sale' }
    : undefined
}

function restoresOf(
  row: RowToUndo,
  stored: StoredListing,
  replaced: StoredListing | undefined,
  committed: number,
): Restore[] {
  const withdrawn: ListingValues = { ...listingValuesOf(stored), status: 'withdrawn' }
  // The import saved the former values under the names of the columns.
  const changed = (row.before ?? {}) as Partial<ListingValues>
  if (replaced) {
    return [
      { row, stored, externalId: null, values: withdrawn },
      {
        row,
        stored: replaced,
        externalId: row.externalId,
        values: { ...listingValuesOf(replaced), status: changed.status ?? 'active' },
      },
    ]
  }
  if (row.action === 'new') return [{ row, stored, externalId: stored.external_id, values: withdrawn }]
  const before: Partial<ListingValues> = row.action === 'withdrawn' ? { status: 'active' } : changed
  const values = { ...listingValuesOf(stored), ...before }
  // What was sold or held since stays.
  const quantity = Math.max(values.quantity, committed)
  const { first_seat: first, last_seat: last, seats: list } = values
  // Seats that are neither adjacent nor every second one cannot be extended, so they stay as they are.
  const sized = resizeSeats({ first, last, list }, quantity) ?? { first, last, list }
  return [
    {
      row,
      stored,
      externalId: stored.external_id,
      values: { ...values, quantity, last_seat: sized.last, seats: sized.list && [...sized.list] },
    },
  ]
}

/** The listings as they would be on sale again, each with the position of its row as id. */
function proposedListingsOf(restores: readonly Restore[]): ProposedListing[] {
  const rows = Map.groupBy(restores, ({ row }) => row.position)
  return [...rows].flatMap(([position, all]): ProposedListing[] => {
    const first = all[0]
    const last = all.at(-1)
    if (!first || !last) return []
    return [{ id: String(position), from: first.stored, to: last.values, sold: last.stored.sold }]
  })
}

async function restore(
  tx: Tx,
  { teamId }: InventoryImport,
  restores: readonly Restore[],
  now: Date,
): Promise<UndoneRow[]> {
  const leaving = restores.filter(({ values }) => values.status === 'withdrawn')
  const others = restores.filter(({ values }) => values.status === 'active')
  // An external id is unique, so it is taken from the new listing before the replaced one gets it back.
  for (const losesId of [true, false]) {
    const updates = leaving.filter(({ externalId }) => (externalId === null) === losesId).map(updateOf)
    await writeListings(tx, { sellerTeamId: teamId, inserts: [], updates, isUndo: true, now })
  }
  const seated = others.filter(({ values }) => values.first_seat !== null)
  await lockSeatsOfEvents(
    tx,
    teamId,
    seated.map(({ values }) => values.event_id),
  )
  const taken = await findTakenSeatsOfMany(
    tx,
    teamId,
    seated.map(({ stored, values }) => requestedSeatsOf({ id: stored.id, values })),
  )
  const free = others.filter(({ stored }) => !taken.has(stored.id))
  await writeListings(tx, {
    sellerTeamId: teamId,
    inserts: [],
    updates: free.map(updateOf),
    isUndo: true,
    now,
  })
  const blocked = new Set(others.filter(({ stored }) => taken.has(stored.id)).map(({ row }) => row.position))
  return [...new Set(restores.map(({ row }) => row.position))].map((position) =>
    blocked.has(position)
      ? {
          position,
          outcome: 'undo_rejected',
          code: 'seats_taken',
          message: 'Another listing offers these seats now',
        }
      : { position, outcome: 'undone', code: null, message: null },
  )
}

function updateOf({ stored, externalId, values }: Restore) {
  return { id: stored.id, external_id: externalId, stored, values }
}
