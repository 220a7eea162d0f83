import { inTransaction } from '#api/db/transaction.ts'
import { differenceOf, readHeldAndSold, readListings, type StoredListing } from '#api/modules/supply/index.ts'
import { decideAutomatically, isAutomatic, waitsForOthers } from '../automatic/decide-automatically.ts'
import { saveEventFacts } from '../settled/event-facts.ts'
import { settledRowOf } from '../settled/settled-row.ts'
import { planRow, type RowPlan } from '../planning/plan-row.ts'
import { findNewBarcodes, refuseRows, type PlannedRow } from '../planning/refuse-rows.ts'
import { warnOfSharedSeats } from '../planning/warn-of-shared-seats.ts'
import { createSaleEvents, type SaleEvents } from '../planning/sale-event.ts'
import type { InventoryProfile } from '../profiles/profile.ts'
import type { ImportDeps } from './import-deps.ts'
import {
  hasPending,
  readPending,
  saveDecisions,
  type DecidedRow,
  type RowToDecide,
} from './import-rows.repo.ts'
import {
  changeImport,
  extendClaim,
  findLastApplied,
  isBaseCurrent,
  isUndoing,
  lockImport,
} from './imports.repo.ts'
import type { InventoryImport } from './inventory-import.ts'
import { olderFileText, refuseImport } from './refuse-import.ts'
import { findWithdrawals } from './find-withdrawals.ts'
import { readPreviewTotals } from './preview-totals.repo.ts'

const batchSize = 1000

/** Decides what each row would do, and which listings the file would withdraw. Nothing is changed yet. */
export async function previewImport(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
): Promise<void> {
  const { db } = deps
  const last = await findLastApplied(db, inventoryImport.profileId)
  if (last && last.fileMadeAt > inventoryImport.fileMadeAt)
    return refuseImport(deps, inventoryImport, 'older', olderFileText(last))
  if (isAutomatic(inventoryImport) && (await waitsForOthers(deps, inventoryImport))) return
  // Listings that an undo is about to restore must not count as unchanged.
  if (await isUndoing(db, inventoryImport)) return
  // If another file was applied since the last preview, all rows are decided again.
  const isAll = inventoryImport.baseImportId !== (last?.id ?? null)
  await saveEventFacts(db, inventoryImport, { isAll, now: deps.clock.now() })
  await decidePending(deps, inventoryImport, profile, { isAll })
  const withdrawals = await findWithdrawals(db, inventoryImport, profile.settings)
  const preview = {
    baseImportId: last?.id ?? null,
    totals: await readPreviewTotals(db, inventoryImport.id),
    ...withdrawals,
  }
  if (isAutomatic(inventoryImport)) await decideAutomatically(deps, inventoryImport, profile, preview)
  else
    await inTransaction(db, async (tx) => {
      const locked = await lockImport(tx, inventoryImport.id)
      // Someone found an event, or an undo ran, since the preview started, so it is made again.
      if ((await hasPending(tx, inventoryImport.id)) || !(await isBaseCurrent(tx, inventoryImport, locked)))
        return
      await changeImport(tx, inventoryImport.id, 'matched', { state: 'previewed', ...preview })
    })
}

/**
 * Decides the rows that have no action yet, or all of them. `check` sees each batch first.
 * @throws what `check` throws
 */
export async function decidePending(
  deps: ImportDeps,
  inventoryImport: InventoryImport,
  profile: InventoryProfile,
  {
    isAll,
    check,
  }: { isAll: boolean; check?: (rows: readonly RowToDecide[], events: SaleEvents) => Promise<void> },
): Promise<void> {
  const { db, clock } = deps
  const events = createSaleEvents()
  let after = 0
  for (;;) {
    const rows = await readPending(db, inventoryImport.id, { isAll, after, limit: batchSize })
    if (rows.length === 0) break
    after = rows.at(-1)?.position ?? after
    await check?.(rows, events)
    const decided = await decideRows(deps, { inventoryImport, profile, events, rows, now: clock.now() })
    await inTransaction(db, async (tx) => {
      await lockImport(tx, inventoryImport.id)
      await saveDecisions(tx, inventoryImport.id, decided)
      await extendClaim(tx, inventoryImport.id, { to: after })
    })
  }
}

interface RowsToDecide {
  inventoryImport: InventoryImport
  profile: InventoryProfile
  events: SaleEvents
  rows: readonly RowToDecide[]
  now: Date
}

async function decideRows(
  { db }: ImportDeps,
  { inventoryImport, profile, events, rows, now }: RowsToDecide,
): Promise<DecidedRow[]> {
  const { settings } = profile
  const externalIds = rows.map(({ externalId }) => externalId)
  const stored = await readListings(db, {
    sellerTeamId: inventoryImport.teamId,
    externalIds,
    // Files may name listings by our ids.
    listingIds: externalIds,
  })
  const byExternalId = groupByExternalId(stored)
  const heldAndSold = await readHeldAndSold(
    db,
    stored.map(({ id }) => id),
    { since: inventoryImport.fileMadeAt, graceMinutes: settings.sale_grace_minutes },
  )
  await events.load(
    db,
    rows.map((row) => eventOfRow(row, byExternalId.get(row.externalId))),
  )
  const planned: (PlannedRow & { row: RowToDecide })[] = []
  const undecidedRows: DecidedRow[] = []
  for (const row of rows) {
    const listing = byExternalId.get(row.externalId)
    const eventId = eventOfRow(row, listing)
    const event = eventId === null ? undefined : events.get(eventId)
    if (row.isSkipped || !event) {
      undecidedRows.push(
        row.isSkipped
          ? undecided(row, 'skipped', 'event_skipped', 'The rows of this event are skipped')
          : undecided(row, 'held', 'event_unknown', 'The event is not known yet'),
      )
      continue
    }
    const plan = planRow({
      row: row.contents,
      event,
      settings,
      stored: listing,
      heldAndSold: listing && heldAndSold.get(listing.id),
      now,
    })
    const listingId = listing && plan.kind !== 'replaced' ? listing.id : `row ${row.position}`
    planned.push({ row, plan, contents: row.contents, listingId })
  }
  const plans = await warnOfSharedSeats(
    db,
    inventoryImport.teamId,
    await refuseRows(db, inventoryImport.teamId, planned),
  )
  const rebarcoded = await findNewBarcodes(db, inventoryImport.teamId, planned)
  return [
    ...undecidedRows,
    ...planned.map(({ row, plan, listingId }, index) => {
      const decision = decided(row, plans[index] ?? plan)
      return decision.action === 'unchanged' && rebarcoded.has(listingId)
        ? { ...decision, action: 'changed' }
        : decision
    }),
  ]
}

/** Listings by their external id, or by their own id for those without one. */
export function groupByExternalId(listings: readonly StoredListing[]): Map<string | null, StoredListing> {
  return new Map(listings.map((listing) => [listing.external_id ?? listing.id, listing]))
}

/** The event that was found for the row, or that of the listing if the row names none, as a patch may do. */
export function eventOfRow(
  { eventId, contents }: Pick<RowToDecide, 'eventId' | 'contents'>,
  stored: StoredListing | undefined,
): number | null {
  const { id, foreignId, name } = contents.event
  const isUnnamed = id === null && foreignId === null && name === ''
  return eventId ?? (isUnnamed ? (stored?.event_id ?? null) : null)
}

function undecided(row: RowToDecide, action: string, code: string, message: string): DecidedRow {
  const { position, warnings, eventId } = row
  return {
    position,
    event_id: eventId,
    action,
    code,
    message,
    warnings,
    listing_id: null,
    before: null,
    after: null,
    price_change_bp: null,
    applied_revision: null,
  }
}

function decided(row: RowToDecide, plan: RowPlan): DecidedRow {
  if (plan.kind === 'invalid') return undecided(row, 'invalid', plan.code, plan.message)
  const known = new Set(row.warnings.map(({ code }) => code))
  const warnings = [...row.warnings, ...plan.warnings.filter(({ code }) => !known.has(code))]
  return {
    position: row.position,
    event_id: row.eventId,
    action: plan.kind === 'replaced' ? 'changed' : plan.kind,
    code: null,
    message: null,
    warnings,
    listing_id: plan.kind === 'new' ? null : plan.stored.id,
    ...valuesOf(plan),
    price_change_bp: priceChangeOf(plan),
    applied_revision: settledRowOf(row, plan)?.revision ?? null,
  }
}

/** By how much the price of a listing moves, in basis points; `null` when it stays, or is in another currency. */
function priceChangeOf(plan: Exclude<RowPlan, { kind: 'invalid' }>): number | null {
  if (plan.kind !== 'changed' && plan.kind !== 'replaced') return null
  const { stored, values } = plan
  if (stored.currency !== values.currency || stored.price_minor === values.price_minor) return null
  const moved = Math.round((10_000 * (values.price_minor - stored.price_minor)) / stored.price_minor)
  return Math.min(moved, 2_147_483_647)
}

/** The values that change, before and after; for a new listing, all its values. */
function valuesOf(plan: Exclude<RowPlan, { kind: 'invalid' }>): {
  before: object | null
  after: object | null
} {
  if (plan.kind === 'unchanged') return { before: null, after: null }
  if (plan.kind === 'new') return { before: null, after: plan.values }
  return differenceOf(plan.stored, plan.values)
}
