import type { Tx } from '#api/db/transaction.ts'
import {
  differenceOf,
  findTakenSeatsOfMany,
  lockListings,
  lockResaleRules,
  lockSeatsOfEvents,
  readHeldAndSold,
  refuseOverLimit,
  saveBarcodes,
  writeListings,
  type HeldAndSold,
  type ListingValues,
  type StoredListing,
  type ValueChange,
  type WrittenListing,
} from '#api/modules/supply/index.ts'
import { lockSellingLimits } from '#api/modules/seller-accounts/index.ts'
import type { ImportDeps } from '../imports/import-deps.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import { groupByExternalId, eventOfRow } from '../imports/preview-import.ts'
import { planRow, type RowPlan } from '../planning/plan-row.ts'
import { barcodesOf, refuseRows, type PlannedRow } from '../planning/refuse-rows.ts'
import type { SaleEvents } from '../planning/sale-event.ts'
import type { InventoryProfile } from '../profiles/profile.ts'
import { settledRowOf } from '../settled/settled-row.ts'
import type { SettledRow } from '../settled/settled-rows.repo.ts'
import {
  readRowsToWrite,
  saveResults,
  saveSources,
  type RowResult,
  type RowToWrite,
  type WriteCursor,
} from './batch-rows.repo.ts'
import { findSeatsTakenTwice, requestedSeatsOf } from './requested-seats.ts'

const batchSize = 500

interface Batch extends ImportDeps {
  inventoryImport: InventoryImport
  profile: InventoryProfile
  events: SaleEvents
  withWithdrawals: boolean
  /** The last row of the batch before. */
  after: WriteCursor | undefined
}

/** A row with what it writes. `id` is the listing that it creates or changes. */
interface Write {
  row: RowToWrite
  id: string
  values: ListingValues
  stored: StoredListing | undefined
  /** The listing that has had the external id so far. It is withdrawn and loses the id, because the row creates another. */
  replaced: StoredListing | undefined
  categoryId: number
  warnings: RowResult['warnings']
}

/**
 * Writes the next rows and returns how many they were, and the last of them; `undefined` when none are left. With the
 * listings locked, each row is planned again, because the preview may be outdated.
 */
export async function writeBatch(
  tx: Tx,
  batch: Batch,
): Promise<{ written: number; last: WriteCursor } | undefined> {
  const { inventoryImport, clock, profile, events, withWithdrawals, after } = batch
  const rows = await readRowsToWrite(tx, inventoryImport.id, { withWithdrawals, after, limit: batchSize })
  const last = rows.at(-1)
  if (last === undefined) return undefined
  const now = clock.now()
  const headroom = await lockSellingLimits(tx, { teamId: inventoryImport.teamId, now })
  const named = rows.flatMap(({ action, externalId }) => (action === 'withdrawn' ? [] : (externalId ?? [])))
  const leaving = rows.flatMap(({ action, listingId }) => (action === 'withdrawn' ? (listingId ?? []) : []))
  const listings = await lockListings(tx, {
    sellerTeamId: inventoryImport.teamId,
    externalIds: named,
    listingIds: [...named, ...leaving],
  })
  const heldAndSold = await readHeldAndSold(
    tx,
    listings.map(({ id }) => id),
    { since: inventoryImport.fileMadeAt, graceMinutes: profile.settings.sale_grace_minutes },
  )
  const byExternalId = groupByExternalId(listings)
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  await events.load(
    tx,
    rows.map((row) =>
      row.contents ? eventOfRow({ ...row, contents: row.contents }, byExternalId.get(row.externalId)) : null,
    ),
  )
  const results: RowResult[] = []
  const writes: Write[] = []
  const planned: (PlannedRow & { row: RowToWrite })[] = []
  for (const row of rows) {
    if (row.action === 'withdrawn') {
      const write = withdrawalOf(row, byId.get(row.listingId ?? ''))
      if (write) writes.push(write)
      else results.push(resultOf(row, 'unchanged'))
      continue
    }
    const stored = byExternalId.get(row.externalId)
    const plan = planOf(batch, row, stored, stored && heldAndSold.get(stored.id), now)
    const listingId =
      plan.kind === 'changed' || plan.kind === 'unchanged' ? plan.stored.id : batch.ids.next('lst')
    planned.push({ row, plan, contents: row.contents, listingId })
  }
  await lockResaleRules(tx)
  const plans = await refuseRows(tx, inventoryImport.teamId, planned)
  for (const [index, { row, listingId, plan: wanted }] of planned.entries()) {
    const plan = plans[index] ?? wanted
    if (plan.kind === 'invalid')
      results.push({ ...resultOf(row, 'rejected'), code: plan.code, message: plan.message })
    else if (plan.kind === 'unchanged') {
      const outcome = row.contents?.barcodes ? 'written' : 'unchanged'
      const { id, revision } = plan.stored
      results.push({
        ...resultOf(row, outcome),
        listingId: id,
        warnings: plan.warnings,
        ...(outcome === 'written' && { appliedRevision: revision, before: {}, after: {} }),
      })
    } else writes.push(toWrite(listingId, row, plan))
  }
  const refused = await refuseOverLimit(headroom, writes.map(valueChangeOf))
  for (const { id, row } of writes) {
    const problem = refused.get(id)
    if (problem) results.push({ ...resultOf(row, 'rejected'), ...problem })
  }
  const allowed = writes.filter(({ id }) => !refused.has(id))
  results.push(...(await write(tx, batch, { all: allowed, heldAndSold, now })))
  await giveBarcodes(tx, inventoryImport.teamId, { planned, plans, results })
  await saveResults(tx, inventoryImport.id, results)
  return { written: rows.length, last }
}

function valueChangeOf({ id, values, stored, replaced }: Write): ValueChange {
  const before = stored ?? replaced
  const liveOf = ({ status, price_minor: priceMinor, quantity }: ListingValues, sold: number) => ({
    status,
    priceMinor,
    quantity,
    sold,
  })
  return {
    id,
    currency: values.currency,
    before: before && before.currency === values.currency ? liveOf(before, before.sold) : undefined,
    after: liveOf(values, stored?.sold ?? 0),
  }
}

function planOf(
  { profile, events }: Batch,
  { contents, eventId }: RowToWrite,
  stored: StoredListing | undefined,
  heldAndSold: Parameters<typeof planRow>[0]['heldAndSold'],
  now: Date,
): RowPlan {
  const id = contents && eventOfRow({ contents, eventId }, stored)
  const event = id === null ? undefined : events.get(id)
  if (!contents || !event)
    return { kind: 'invalid', code: 'event_unknown', message: 'The event no longer exists' }
  return planRow({ row: contents, event, settings: profile.settings, stored, heldAndSold, now })
}

function withdrawalOf(row: RowToWrite, stored: StoredListing | undefined): Write | undefined {
  if (stored?.status !== 'active') return undefined
  const values: ListingValues = { ...listingValuesOf(stored), status: 'withdrawn' }
  return { row, id: stored.id, values, stored, replaced: undefined, categoryId: 0, warnings: row.warnings }
}

/**
 * Saves the barcodes of the rows that were written.
 * @throws if another process has used one since it was checked; the batch is then rolled back and tried again
 */
async function giveBarcodes(
  tx: Tx,
  teamId: string,
  {
    planned,
    plans,
    results,
  }: { planned: readonly PlannedRow[]; plans: readonly RowPlan[]; results: readonly RowResult[] },
): Promise<void> {
  const written = new Set(
    results.flatMap(({ outcome, listingId }) => (outcome === 'written' ? [listingId] : [])),
  )
  const barcodes = planned.flatMap((row, index) =>
    written.has(row.listingId) ? barcodesOf({ ...row, plan: plans[index] ?? row.plan }, teamId) : [],
  )
  const conflicts = await saveBarcodes(tx, barcodes)
  if (conflicts.size > 0) throw new Error('barcodes were used by another process in the meantime')
}

function toWrite(
  id: string,
  row: RowToWrite,
  plan: Exclude<RowPlan, { kind: 'invalid' | 'unchanged' }>,
): Write {
  const { values, warnings } = plan
  if (plan.kind === 'changed') {
    const { stored } = plan
    return { row, id: stored.id, values, stored, replaced: undefined, categoryId: 0, warnings }
  }
  const replaced = plan.kind === 'replaced' ? plan.stored : undefined
  return {
    row,
    id,
    values,
    stored: undefined,
    replaced,
    categoryId: plan.categoryId,
    warnings,
  }
}

/** Writes all listings of the batch, except those whose seats the seller offers elsewhere. */
async function write(
  tx: Tx,
  batch: Batch,
  {
    all,
    heldAndSold,
    now,
  }: { all: readonly Write[]; heldAndSold: ReadonlyMap<string, HeldAndSold>; now: Date },
): Promise<RowResult[]> {
  const { inventoryImport } = batch
  const seated = all.filter(needsSeats)
  await lockSeatsOfEvents(
    tx,
    inventoryImport.teamId,
    seated.map(({ values }) => values.event_id),
  )
  // Withdraw replaced listings first, so that their seats are free for others.
  await writeListings(tx, {
    sellerTeamId: inventoryImport.teamId,
    inserts: [],
    updates: all.flatMap(({ replaced }) =>
      replaced
        ? [
            {
              id: replaced.id,
              external_id: null,
              stored: replaced,
              values: { ...listingValuesOf(replaced), status: 'withdrawn' as const },
            },
          ]
        : [],
    ),
    now,
  })
  const taken = new Map([
    ...findSeatsTakenTwice(seated),
    ...(await findTakenSeatsOfMany(tx, inventoryImport.teamId, seated.map(requestedSeatsOf))),
  ])
  const free = all.filter(({ id }) => !taken.has(id))
  await restoreReplaced(
    tx,
    inventoryImport,
    all.filter(({ id }) => taken.has(id)),
    now,
  )
  const written = await writeListings(tx, {
    sellerTeamId: inventoryImport.teamId,
    inserts: free.flatMap(({ id, row, stored, values, categoryId }) =>
      stored ? [] : [{ ...values, id, external_id: row.externalId ?? id, category_id: categoryId }],
    ),
    updates: free.flatMap(({ id, stored, values }) =>
      stored ? [{ id, external_id: stored.external_id, stored, values }] : [],
    ),
    now,
  })
  await saveSources(
    tx,
    { profileId: inventoryImport.profileId, importId: inventoryImport.id, now },
    free
      .filter(({ row }) => row.action !== 'withdrawn')
      .map((one) => {
        const after = { written: written.get(one.id), heldAndSold: heldAndSold.get(one.id), now }
        return settledAfter(batch, one, after) ?? { listingId: one.id }
      }),
  )
  return all.map((one) => {
    const other = taken.get(one.id)
    if (other !== undefined) {
      const message = `Another listing of your team offers or has sold some of these seats: ${other}`
      return { ...resultOf(one.row, 'rejected'), code: 'seats_taken', message }
    }
    const from = one.stored ?? one.replaced
    return {
      ...resultOf(one.row, 'written'),
      warnings: one.warnings,
      listingId: one.id,
      replacedListingId: one.replaced?.id ?? null,
      appliedRevision: written.get(one.id)?.revision ?? null,
      ...(from ? differenceOf(from, one.values) : { before: null, after: one.values }),
    }
  })
}

/** The row as later files need not read it, if it leaves the listing that it has written as it is. */
function settledAfter(
  { profile, events }: Batch,
  { row, id, values, stored }: Write,
  {
    written,
    heldAndSold,
    now,
  }: { written: WrittenListing | undefined; heldAndSold: HeldAndSold | undefined; now: Date },
): SettledRow | undefined {
  const event = events.get(values.event_id)
  if (!written || !event || row.contents === null || row.digest === null) return undefined
  const listing: StoredListing = {
    ...values,
    id,
    external_id: row.externalId,
    sold: stored?.sold ?? 0,
    quantity_limit: stored?.quantity_limit ?? null,
    version: written.version,
    revision: written.revision,
  }
  const { settings } = profile
  return settledRowOf(row, planRow({ row: row.contents, event, settings, stored: listing, heldAndSold, now }))
}

/** Puts replaced listings back, with their ids, if the listing that would replace them was rejected. */
async function restoreReplaced(
  tx: Tx,
  { teamId }: InventoryImport,
  rejected: readonly Write[],
  now: Date,
): Promise<void> {
  await writeListings(tx, {
    sellerTeamId: teamId,
    inserts: [],
    updates: rejected.flatMap(({ replaced }) =>
      replaced
        ? [
            {
              id: replaced.id,
              external_id: replaced.external_id,
              stored: { ...replaced, status: 'withdrawn' as const },
              values: listingValuesOf(replaced),
            },
          ]
        : [],
    ),
    now,
  })
}

function needsSeats({ values, stored }: Write): boolean {
  if (values.first_seat === null || values.status !== 'active') return false
  return (
    stored?.status !== 'active' ||
    (values.last_seat ?? 0) > (stored.last_seat ?? 0) ||
    JSON.stringify(values.seats) !== JSON.stringify(stored.seats)
  )
}

function resultOf({ position, listingId, warnings }: RowToWrite, outcome: RowResult['outcome']): RowResult {
  const none = { code: null, message: null, replacedListingId: null, appliedRevision: null }
  return { position, outcome, warnings, listingId, ...none, before: null, after: null }
}

/** The columns that a file can set. */
export function listingValuesOf(stored: StoredListing): ListingValues {
  const {
    id: _id,
    external_id: _number,
    sold: _sold,
    quantity_limit: _limit,
    version: _version,
    revision: _revision,
    ...values
  } = stored
  return values
}
