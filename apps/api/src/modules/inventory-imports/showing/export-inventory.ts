import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { csvText } from '@terrace/domain/text/csv-text'
import type { NoteKind } from '@terrace/domain/tickets/listing-notes'
import type { Db } from '#api/db/client.ts'
import { findDialect } from '../dialects/dialect.ts'
import { readListingsToExport, type ExportedListing } from './exported-listings.repo.ts'
import type { CsvPart } from './write-result.ts'

const listingsPerPart = 20_000

/** The team's unsold listings on sale in our own dialect, in parts. A profile of that dialect reads it back. */
export async function exportInventory(
  db: Db,
  { teamId, after, now }: { teamId: string; after: string | undefined; now: Date },
): Promise<CsvPart> {
  const dialect = findDialect('own-export')
  if (!dialect) throw new Error('there is no dialect own-export')
  const columns = [...dialect.header, ...dialect.optional]
  const listings = await readListingsToExport(db, { teamId, after: after ?? '', limit: listingsPerPart, now })
  const rows = listings.map((listing) => {
    const cells = cellsOf(listing)
    return columns.map((name) => cells[name] ?? '')
  })
  const text = csvText([...(after === undefined ? [columns] : []), ...rows])
  return {
    filename: `inventory-${now.toISOString().slice(0, 10)}.csv`,
    csv: after === undefined ? text : text.replace(/^\uFEFF/, ''),
    next: listings.length === listingsPerPart ? (listings.at(-1)?.id ?? null) : null,
  }
}

function cellsOf(listing: ExportedListing): Record<string, string> {
  const { firstSeat, lastSeat, unsold, currency } = listing
  const amount = (minor: number | null) => (minor === null ? '' : toWireMoney(money(minor, currency)).amount)
  const flag = (value: boolean) => (value ? 'Y' : 'N')
  const notes = (kind: NoteKind) =>
    listing.notes
      .filter((note) => note.kind === kind)
      .map(({ text }) => text)
      .join('|')
  // Seats are sold from low to high, so the last ones are left.
  const seats = listing.seats?.slice(-unsold)
  const from = firstSeat === null || lastSeat === null || seats ? null : lastSeat - unsold + 1
  return {
    listing_id: listing.id,
    // Without a number of its own, the listing's id is as good.
    external_id: listing.externalId ?? listing.id,
    event_id: String(listing.eventId),
    event: listing.title,
    venue: listing.venue,
    event_date: listing.day,
    event_time: listing.time ?? '',
    section: listing.section,
    row: listing.generalAdmission ? 'GA' : listing.row,
    seat_from: from === null ? '' : String(from),
    seat_to: from === null ? '' : String(lastSeat),
    quantity: String(unsold),
    price: amount(listing.priceMinor),
    currency,
    face_value: amount(listing.faceValueMinor),
    split_type: listing.splitType,
    split_unit: listing.unit === null ? '' : String(listing.unit),
    split_list: listing.splitQuantities?.join(':') ?? '',
    delivery: listing.delivery,
    seats: seats?.join(',') ?? '',
    in_hand_date: listing.inHandDate,
    in_hand_days_before: listing.inHandDaysBefore === null ? '' : String(listing.inHandDaysBefore),
    instant: flag(listing.instant),
    hide_seats: flag(listing.seatsHidden),
    benefits: notes('benefit'),
    restrictions: notes('restriction'),
    information: notes('information'),
    cost: amount(listing.costMinor),
    floor: amount(listing.floorMinor),
    shown_quantity: listing.shownQuantity === null ? '' : String(listing.shownQuantity),
    internal_notes: listing.internalNotes ?? '',
    tags: listing.tags.join(', '),
  }
}
