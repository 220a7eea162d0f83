import type { WireBulkEdit } from '@terrace/contracts/inventory-bulk'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import type { InventorySummary } from '#web/features/inventory/data/queries.ts'
import { gbp } from './factories.ts'

/** Block 115, row 11 of Arsenal vs Manchester City; tests set only relevant fields. */
export function wireInventoryRow(overrides: Partial<WireInventoryRow> = {}): WireInventoryRow {
  return {
    id: 'lst_115',
    external_id: null,
    event: inventoryEvent,
    category: { id: 3, name: 'Longside Upper' },
    section: 'Block 115',
    row: '11',
    first_seat: 255,
    last_seat: 258,
    seats: null,
    seats_hidden: false,
    general_admission: false,
    quantity: 4,
    sold: 0,
    held: 0,
    own_hold: null,
    shown_quantity: null,
    offered: 4,
    split_type: 'Sell In Multiples',
    quantity_limit: null,
    multiple_sale_unit: 2,
    split_quantities: null,
    splits: [2, 4],
    price: gbp('112.50'),
    proceeds: gbp('103.50'),
    cost: gbp('82.00'),
    floor: null,
    face_value: null,
    in_hand_date: '2030-11-20',
    in_hand_days_before: null,
    is_in_hand: true,
    ticket_type: 'mobile',
    instant_download: false,
    hospitality: false,
    attendee_delivery_details_required: false,
    attendee_identification_details_required: false,
    notes: [],
    internal_notes: null,
    tags: [],
    published: true,
    status: 'published',
    market: { lowest: gbp('104.00'), rank: 5, count: 9, past_sales: null },
    version: 7,
    created_at: '2030-10-01T10:00:00.000Z',
    updated_at: '2030-10-02T10:00:00.000Z',
    ...overrides,
  }
}

export const inventoryEvent: WireInventoryRow['event'] = {
  id: 17,
  title: 'Arsenal vs Manchester City',
  slug: 'arsenal-vs-manchester-city',
  starts_at: '2030-11-28T15:00:00.000Z',
  event_date_local: '2030-11-28T15:00',
  timezone: 'Europe/London',
  time_confirmed: true,
  venue_name: 'Emirates Stadium',
  city: 'London',
  is_on_sale: true,
}

/** Totals of these listings, as the server adds them up. */
export function inventorySummary(rows: readonly WireInventoryRow[]): InventorySummary {
  const totals = (of: readonly WireInventoryRow[]) => ({
    listings: of.length,
    tickets: sum(of, ({ quantity }) => quantity),
    sold: sum(of, ({ sold }) => sold),
    held: sum(of, ({ held }) => held),
    values: [
      {
        currency: 'GBP',
        cost: gbp(sum(of, (row) => Number(row.cost?.amount ?? 0) * row.quantity).toFixed(2)),
        asking: gbp(sum(of, (row) => Number(row.price.amount) * row.quantity).toFixed(2)),
        proceeds: gbp(sum(of, (row) => Number(row.proceeds?.amount ?? 0) * row.quantity).toFixed(2)),
        margin: gbp('86.00'),
      },
    ],
  })
  const events = [...new Map(rows.map(({ event }) => [event.id, event])).values()]
  return {
    totals: totals(rows),
    counts: { all: rows.length, published: rows.length, unpublished: 0, sold_out: 0, with_holds: 0 },
    events: events.map((event) => {
      const of = rows.filter((row) => row.event.id === event.id)
      return { event, ...totals(of), offered: of.length, lowest: 1 }
    }),
  }
}

const sum = (rows: readonly WireInventoryRow[], of: (row: WireInventoryRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0)

export function wireBulkEdit(overrides: Partial<WireBulkEdit> = {}): WireBulkEdit {
  return {
    id: 'ble_1',
    state: 'previewed',
    created_at: '2030-11-20T10:00:00.000Z',
    created_by: 'Sam Lee',
    apply_until: '2030-11-20T11:00:00.000Z',
    undo_until: null,
    counts: { selected: 2, changed: 2, unchanged: 0, problems: 0, applied: 0, undone: 0 },
    events: 1,
    values: [],
    ...overrides,
  }
}
