import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { StockListing } from '../../../../../seeds/stock/stock-types.ts'

const columns = [
  'id',
  'event_id',
  'seller_team_id',
  'external_id',
  'category_id',
  'section',
  '"row"',
  'first_seat',
  'last_seat',
  'seats_hidden',
  'general_admission',
  'ticket_type',
  'split_type',
  'quantity_limit',
  'multiple_sale_unit',
  'quantity',
  'price_minor',
  'currency',
  'face_value_minor',
  'in_hand_date',
  'instant_download',
  'hospitality',
  'attendee_delivery_details_required',
  'attendee_identification_details_required',
  'notes',
  'is_demo',
  'created_at',
  'updated_at',
]

/** Bulk-loads listings with `copy`, in a separate transaction. */
export async function copyListings(pool: pg.Pool, listings: readonly StockListing[]): Promise<void> {
  if (listings.length === 0) return
  const client = await pool.connect()
  try {
    const stream = client.query(copyFrom(`copy listings (${columns.join(', ')}) from stdin`))
    const ended = once(stream, 'finish')
    stream.end(listings.map(copyRow).join(''))
    await ended
  } finally {
    client.release()
  }
}

function copyRow(listing: StockListing): string {
  const created = listing.createdAt.toISOString()
  const cells = [
    listing.id,
    listing.eventId,
    listing.sellerTeamId,
    listing.externalId,
    listing.categoryId,
    listing.section,
    listing.row,
    listing.firstSeat,
    listing.lastSeat,
    listing.seatsHidden,
    listing.generalAdmission,
    listing.deliveryType,
    listing.splitType,
    listing.quantityLimit,
    listing.multipleSaleUnit,
    listing.quantity,
    listing.priceMinor,
    listing.currency,
    listing.faceValueMinor,
    listing.inHandDate,
    listing.instantDownload,
    listing.hospitality,
    listing.deliveryDetails,
    listing.identification,
    JSON.stringify(listing.notes),
    true,
    created,
    created,
  ]
  return `${cells.map(copyCell).join('\t')}\n`
}

function copyCell(value: string | number | boolean | null): string {
  if (value === null) return String.raw`\N`
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value)
    ? value.replaceAll(/[\\\t\n\r]/g, (character) => copyEscapes[character] ?? character)
    : value
}

const copyEscapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
}
