import { toWireMoney } from '@terrace/contracts/wire-money'
import type { WireHeldEvent, WireImportRow } from '@terrace/contracts/inventory-import-rows'
import type {
  inventoryImportsRoutes,
  WireInventoryImport,
  WireInventoryImportDetail,
} from '@terrace/contracts/inventory-imports'
import type { WireInventoryProfile } from '@terrace/contracts/inventory-profiles'
import type { ResponseOf } from '@terrace/contracts/route'
import { money } from '@terrace/domain/money/money'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import { undoUntil } from '../imports/decide-import.ts'
import type { InventoryImport } from '../imports/inventory-import.ts'
import type { UndoPreview } from '../applying/undo-rows.repo.ts'
import type { StoredImportEvent } from '../matching/import-events.repo.ts'
import type { ListedProfile } from '../profiles/profiles.repo.ts'
import type { FittingProfile } from '../profiles/propose-settings.ts'
import type { ImportNames } from './import-names.repo.ts'
import type { ShownRow, ShownValues } from './shown-rows.repo.ts'

const timeOf = (date: Date | null) => date?.toISOString() ?? null

export function presentProfile(profile: ListedProfile): WireInventoryProfile {
  const { id, name, version, settings, updatedAt, liveListings } = profile
  return { id, name, version, settings, updated_at: updatedAt.toISOString(), live_listings: liveListings }
}

export function presentImport(
  inventoryImport: InventoryImport,
  { profileName, uploadedBy }: ImportNames,
): WireInventoryImport {
  const { counts } = inventoryImport
  return {
    id: inventoryImport.id,
    profile: { id: inventoryImport.profileId, name: profileName, version: inventoryImport.profileVersion },
    state: inventoryImport.state,
    file_name: inventoryImport.fileName,
    file_bytes: inventoryImport.fileBytes,
    file_made_at: inventoryImport.fileMadeAt.toISOString(),
    created_at: inventoryImport.createdAt.toISOString(),
    uploaded_by: uploadedBy,
    progress: progressOf(inventoryImport),
    source: inventoryImport.source,
    waits_for: inventoryImport.state === 'previewed' ? inventoryImport.waitsFor : null,
    rows_read: inventoryImport.rowsRead,
    live_before: inventoryImport.liveBefore,
    counts: {
      new: counts.new ?? 0,
      changed: counts.changed ?? 0,
      unchanged: counts.unchanged ?? 0,
      withdrawn: counts.withdrawn ?? 0,
      held: counts.held ?? 0,
      skipped: counts.skipped ?? 0,
      invalid: counts.invalid ?? 0,
      written: counts.written ?? 0,
      rejected: counts.rejected ?? 0,
      undone: counts.undone ?? 0,
      undo_rejected: counts.undo_rejected ?? 0,
    },
    problem:
      inventoryImport.problem === null
        ? null
        : { code: inventoryImport.problemCode ?? 'refused', message: inventoryImport.problem },
    withdrawals: inventoryImport.withdrawals,
    applied_at: timeOf(inventoryImport.appliedAt),
    finished_at: timeOf(inventoryImport.finishedAt),
    undone_at: timeOf(inventoryImport.undoneAt),
    undo_until: timeOf(undoUntil(inventoryImport)),
  }
}

function progressOf({ state, rowsDone, rowsRead, counts, withdrawals }: InventoryImport) {
  const { new: created = 0, changed = 0, withdrawn = 0, written = 0 } = counts
  const leaving = withdrawals === 'free' || withdrawals === 'confirmed' ? withdrawn : 0
  const totals: Partial<Record<typeof state, number | null>> = {
    received: null,
    parsed: rowsRead,
    matched: rowsRead,
    applying: created + changed + leaving,
    undoing: written,
  }
  const total = totals[state]
  return total === undefined ? null : { done: total === null ? rowsDone : Math.min(rowsDone, total), total }
}

export function presentTotals({ totals }: InventoryImport): WireInventoryImportDetail['totals'] {
  const proceeds = (minor: number, currency: string) => toWireMoney(sellerProceeds(money(minor, currency)))
  return {
    new_tickets: totals.newTickets ?? 0,
    reduced_by_sales: totals.reducedBySales ?? 0,
    big_price_moves: totals.bigPriceMoves ?? 0,
    proceeds: (totals.asked ?? []).map(({ currency, before, after }) => ({
      before: proceeds(before, currency),
      after: proceeds(after, currency),
    })),
  }
}

export function presentRow(row: ShownRow): WireImportRow {
  const { contents, before, after } = row
  const placed = contents ?? {
    section: row.section,
    row: row.row,
    firstSeat: row.firstSeat,
    lastSeat: row.lastSeat,
  }
  return {
    line: row.line,
    external_id: row.externalId,
    event: row.eventId === null ? null : { id: row.eventId, title: row.eventTitle ?? '' },
    section: row.section ?? placed.section,
    row: row.row ?? placed.row,
    first_seat: placed.firstSeat,
    last_seat: placed.lastSeat,
    action: row.action === 'pending' ? 'held' : row.action,
    problem: row.code === null ? null : { code: row.code, message: row.message ?? '' },
    warnings: row.warnings,
    listing_id: row.listingId,
    before: beforeOf(row),
    after: after && presentValues(row, after),
    price_change_percent: row.priceChangeBp === null ? null : (row.priceChangeBp / 100).toFixed(2),
    changed_fields: before && after ? Object.keys(after) : [],
    result: row.outcome,
  }
}

/** Unchanged rows have no differences, and show the listing as it is. */
function beforeOf(row: ShownRow): WireImportRow['before'] {
  const { before, action, listingId } = row
  if (before) return presentValues(row, before)
  return action === 'unchanged' && listingId !== null ? presentValues(row, {}) : null
}

function presentValues(
  { price, quantity, currency }: ShownRow,
  values: ShownValues,
): NonNullable<WireImportRow['before']> {
  // What does not change is only shown as it is, next to what does.
  const minor = values.price_minor ?? price
  const code = values.currency ?? currency
  const amount = minor === null || code === null ? null : money(minor, code)
  return {
    quantity: values.quantity ?? quantity,
    price: amount && toWireMoney(amount),
    proceeds: amount && toWireMoney(sellerProceeds(amount)),
    status: values.status ?? null,
  }
}

export function presentHeldEvent(event: StoredImportEvent): WireHeldEvent {
  const { named, candidates } = event
  return {
    key: event.key,
    name: named.name,
    venue: named.venue,
    day: named.day,
    time: named.time,
    foreign_id: named.foreignId,
    rows: event.rows,
    first_line: event.firstLine,
    last_line: event.lastLine,
    candidates: candidates.map(({ eventId, title, venue, localAt, score, differs }) => ({
      event_id: eventId,
      title,
      venue,
      local_at: localAt,
      score,
      differs,
    })),
  }
}

export function presentUndoPreview(
  preview: UndoPreview,
): ResponseOf<typeof inventoryImportsRoutes.undoPreview>['data'] {
  return {
    restored: preview.toRestore,
    withdrawn: preview.toWithdraw,
    relistable: { listings: preview.toRelist, tickets: preview.ticketsToRelist },
    changed_since: preview.changedSince,
    committed_tickets: preview.committedTickets,
  }
}

export function presentFittingProfile({ id, needsEvent }: FittingProfile): {
  id: string
  needs_event: boolean
} {
  return { id, needs_event: needsEvent }
}
