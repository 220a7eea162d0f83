import type { ImportField } from '@terrace/contracts/inventory-profiles'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { NoteKind } from '@terrace/domain/tickets/listing-notes'
import { allowedQuantities, type SplitType } from '@terrace/domain/tickets/split-rules'
import type { Dialect } from '../dialects/dialect.ts'
import type { ExportedListing } from './exported-listings.repo.ts'

export type WritableDialect = Dialect & { write: NonNullable<Dialect['write']> }

/** The cells of a listing by column, as the dialect writes them, so that its own profile reads the same listing. */
export function cellsOf(listing: ExportedListing, dialect: WritableDialect): Record<string, string> {
  const values = valuesOf(listing, dialect)
  const cells: Record<string, string> = { ...dialect.write.fixed }
  for (const [column, { field }] of Object.entries(dialect.columns)) cells[column] = values[field] ?? ''
  return cells
}

function valuesOf(listing: ExportedListing, dialect: WritableDialect): Partial<Record<ImportField, string>> {
  const { write } = dialect
  const { unsold, currency } = listing
  const amount = (minor: number | null) => (minor === null ? '' : toWireMoney(money(minor, currency)).amount)
  const flag = (value: boolean) => (value ? 'Y' : 'N')
  const notes = (...kinds: NoteKind[]) =>
    listing.notes.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text)
  const delivery = listing.delivery as DeliveryType
  return {
    // Without a number of its own, the listing's id is as good.
    external_id: listing.externalId ?? listing.id,
    event_id: String(listing.eventId),
    event_name: listing.title,
    venue_name: listing.venue,
    event_date: dayText(listing.day, listing.time, write.date),
    event_time: listing.time === null ? write.unknownTime : timeText(listing.time, write.time),
    section: listing.section,
    row: listing.generalAdmission ? 'GA' : listing.row,
    ...seatsOf(listing, dialect),
    quantity: String(unsold),
    price: amount(listing.priceMinor),
    currency,
    face_value: amount(listing.faceValueMinor),
    ...splitOf(listing, write),
    delivery: write.delivery[delivery] ?? delivery,
    // Says nothing of other types, which a flag cannot name.
    electronic: delivery === 'eTicket' ? 'Y' : delivery === 'paper' ? 'N' : '',
    in_hand_date: listing.inHandDate,
    in_hand_days: listing.inHandDaysBefore === null ? '' : String(listing.inHandDaysBefore),
    instant: flag(listing.instant),
    hide_seats: flag(listing.seatsHidden),
    publish: 'Y',
    public_notes: notes('benefit', 'restriction', 'information').join('; '),
    benefit_notes: notes('benefit').join('|'),
    restriction_notes: notes('restriction').join('|'),
    information_notes: notes('information').join('|'),
    cost: amount(listing.costMinor),
    floor: amount(listing.floorMinor),
    shown_quantity: listing.shownQuantity === null ? '' : String(listing.shownQuantity),
    internal_notes: listing.internalNotes ?? '',
    tags: listing.tags.join(', '),
  }
}

/** Seats are sold from low to high, so the last ones are left. Lists go into a column of their own where there is one. */
function seatsOf({ lastSeat, unsold, ...listing }: ExportedListing, { columns }: Dialect) {
  const fields = new Set(Object.values(columns).map(({ field }) => field))
  const list = listing.seats?.slice(-unsold)
  const from = lastSeat === null ? null : lastSeat - unsold + 1
  if (!fields.has('seat_from')) {
    const range = from === null ? [] : Array.from({ length: unsold }, (_, at) => from + at)
    return { seats: (list ?? range).join(',') }
  }
  if (list && fields.has('seats')) return { seats: list.join(',') }
  // The quantity says that every other seat of the range is meant.
  if (list) return { seat_from: String(list[0] ?? ''), seat_to: String(list.at(-1) ?? '') }
  return from === null ? {} : { seat_from: String(from), seat_to: String(lastSeat) }
}

function splitOf(
  { splitType, unit, splitQuantities, unsold }: ExportedListing,
  { splits }: WritableDialect['write'],
) {
  if (!splits)
    return {
      split_rule: splitType,
      split_unit: unit === null ? '' : String(unit),
      split_list: splitQuantities?.join(':') ?? '',
    }
  // The listing has a known split type.
  const type = splitType as SplitType
  const word = splitQuantities === null ? splits[type] : undefined
  if (word !== undefined) return { split_rule: word, split_list: '' }
  const allowed = allowedQuantities({
    splitType: type,
    free: unsold,
    limit: null,
    unit,
    quantities: splitQuantities,
  })
  return { split_rule: 'CUSTOM', split_list: allowed.join(':') }
}

function dayText(day: string, time: string | null, form: WritableDialect['write']['date']): string {
  const [year = '', month = '', date = ''] = day.split('-')
  if (form === 'MM/DD/YYYY') return `${month}/${date}/${year}`
  return form === 'YYYY-MM-DD' || time === null ? day : `${day}T${time}`
}

function timeText(time: string, form: WritableDialect['write']['time']): string {
  if (form === 'HH:mm') return time
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const hour = String(hours % 12 === 0 ? 12 : hours % 12).padStart(form.startsWith('hh') ? 2 : 1, '0')
  const seconds = form.includes('ss') ? ':00' : ''
  const space = form.endsWith(' A') ? ' ' : ''
  return `${hour}:${String(minutes).padStart(2, '0')}${seconds}${space}${hours < 12 ? 'AM' : 'PM'}`
}
