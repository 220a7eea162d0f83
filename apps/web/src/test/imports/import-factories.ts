import type { WireHeldEvent, WireImportRow } from '@terrace/contracts/inventory-import-rows'
import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import {
  inventorySettings,
  type InventorySettings,
  type WireInventoryProfile,
} from '@terrace/contracts/inventory-profiles'
import { gbp } from '../factories.ts'

/** A preview with changes, a large withdrawal, held and invalid rows; tests set only relevant fields. */
export function wireImport(overrides: Partial<WireInventoryImportDetail> = {}): WireInventoryImportDetail {
  return {
    id: 'imp_1',
    profile: { id: 'ipf_1', name: 'Automatiq Sync', version: 1 },
    state: 'previewed',
    file_name: 'stock.csv',
    file_bytes: 84_000,
    file_made_at: '2030-11-23T02:12:00.000Z',
    created_at: '2030-11-23T02:14:00.000Z',
    uploaded_by: 'Sam Lee',
    source: 'upload',
    waits_for: null,
    progress: null,
    rows_read: 7698,
    live_before: 10_042,
    counts: { ...noCounts, new: 214, changed: 2, unchanged: 6945, withdrawn: 2611, held: 24, invalid: 12 },
    problem: null,
    withdrawals: 'guarded',
    applied_at: null,
    finished_at: null,
    undone_at: null,
    undo_until: null,
    mode: 'full_replace',
    last_file: { name: 'older.csv', rows: 10_311 },
    totals: {
      new_tickets: 702,
      reduced_by_sales: 2,
      big_price_moves: 1,
      proceeds: [{ before: gbp('1000.00'), after: gbp('982.00') }],
    },
    price_column: { name: 'list_price', unit: 'ask_per_ticket' },
    examples: [{ line: 2, price: gbp('95.00'), proceeds: gbp('87.40'), buyer_pays: gbp('99.75') }],
    kept_rows: 0,
    held_events: 2,
    reasons: [{ code: 'price', message: 'Price is missing or zero', rows: 12 }],
    ...overrides,
  }
}

export const noCounts: WireInventoryImportDetail['counts'] = {
  new: 0,
  changed: 0,
  unchanged: 0,
  withdrawn: 0,
  held: 0,
  skipped: 0,
  invalid: 0,
  written: 0,
  rejected: 0,
  undone: 0,
  undo_rejected: 0,
}

/** A changed row: its price falls, and seats were sold since. */
export function wireImportRow(overrides: Partial<WireImportRow> = {}): WireImportRow {
  return {
    line: 118,
    external_id: 'a-118',
    event: { id: 17, title: 'Arsenal vs Manchester City' },
    section: 'Block 115',
    row: '11',
    first_seat: 255,
    last_seat: 258,
    action: 'changed',
    problem: null,
    warnings: [],
    listing_id: 'lst_115',
    before: { quantity: 4, price: gbp('112.50'), proceeds: gbp('103.50'), status: null },
    after: { quantity: 2, price: gbp('104.00'), proceeds: gbp('95.68'), status: null },
    price_change_percent: '-7.56',
    changed_fields: ['quantity', 'price_minor'],
    result: null,
    ...overrides,
  }
}

export function wireHeldEvent(overrides: Partial<WireHeldEvent> = {}): WireHeldEvent {
  return {
    key: 'arsenal fc v man city',
    name: 'ARSENAL FC V MAN CITY',
    venue: 'EMIRATES',
    day: '2030-11-28',
    time: '17:30',
    foreign_id: null,
    rows: 23,
    first_line: 141,
    last_line: 163,
    candidates: [
      {
        event_id: 17,
        title: 'Arsenal vs Manchester City',
        venue: 'Emirates',
        local_at: '2030-11-28T15:00',
        score: 94,
        differs: ['time'],
      },
      {
        event_id: 18,
        title: 'Arsenal vs Brighton',
        venue: 'Emirates',
        local_at: '2030-11-29T15:00',
        score: 41,
        differs: ['day'],
      },
    ],
    ...overrides,
  }
}

export function inventorySettingsOf(overrides: Partial<InventorySettings> = {}): InventorySettings {
  return inventorySettings.parse({
    dialect: null,
    columns: { TicketID: { field: 'external_id' }, Price: { field: 'price', unit: 'ask_per_ticket' } },
    mode: 'by_id',
    currency: 'GBP',
    date_order: 'ymd',
    ...overrides,
  })
}

export function wireProfile(overrides: Partial<WireInventoryProfile> = {}): WireInventoryProfile {
  return {
    id: 'ipf_1',
    name: 'Our system',
    version: 3,
    settings: inventorySettingsOf(),
    updated_at: '2030-11-20T10:00:00.000Z',
    live_listings: 12,
    ...overrides,
  }
}
