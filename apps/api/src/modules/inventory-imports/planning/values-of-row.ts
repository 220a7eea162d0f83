import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { addDays } from '@terrace/domain/search/calendar-days'
import { resizeSeats } from '@terrace/domain/tickets/seats'
import { allowedQuantities, type SplitRule } from '@terrace/domain/tickets/split-rules'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { ListingValues, StoredListing } from '#api/modules/supply/index.ts'
import type { InventoryRow, RowSplit } from '../reading/inventory-row.ts'
import { noteKindOf } from '../reading/read-notes.ts'
import type { ListingPlace } from './place-of-row.ts'
import type { SaleEvent } from './sale-event.ts'

interface ValuesInput {
  row: InventoryRow
  event: SaleEvent
  settings: InventorySettings
  kept: StoredListing | undefined
  place: ListingPlace
  quantity: number
  now: Date
}

type Values = ListingValues | { problem: { code: string; message: string } }

/**
 * The values of the listing after the row. Each is taken from the file, or from the existing listing if members decide it
 * (`owners`) or the file says nothing, or else from the profile's defaults.
 */
export function valuesOfRow({ row, event, settings, kept, place, quantity, now }: ValuesInput): Values {
  const { owners, defaults } = settings
  const fromFile = (owner: 'file' | 'site') => owner === 'file' || !kept
  const priceMinor = fromFile(owners.price) ? (row.priceMinor ?? kept?.price_minor) : kept?.price_minor
  if (priceMinor === undefined) return { problem: { code: 'price_missing', message: 'price: is empty' } }
  const { inHandDate, inHandDays } = inHandOf({ row, event, settings, kept, now })
  if (inHandDate > event.localDay)
    return {
      problem: {
        code: 'in_hand_after_event',
        message: `in_hand_date: ${inHandDate} is after the event, which is on ${event.localDay}`,
      },
    }
  const split = fromFile(owners.split) ? changedSplit(row.split, kept, quantity) : null
  const seats = kept
    ? { first: kept.first_seat, last: kept.last_seat, list: kept.seats }
    : { first: place.firstSeat, last: place.lastSeat, list: place.seats }
  const sized = resizeSeats(seats, quantity)
  if (!sized)
    return { problem: { code: 'seats_unknown', message: 'quantity: needs the seats of the added tickets' } }
  const delivery = row.delivery ?? kept?.ticket_type ?? defaults.delivery
  return {
    event_id: kept?.event_id ?? place.eventId,
    section: kept?.section ?? place.section,
    row: kept?.row ?? place.row,
    first_seat: sized.first,
    last_seat: sized.last,
    seats: sized.list && [...sized.list],
    seats_hidden: row.seatsHidden ?? kept?.seats_hidden ?? false,
    general_admission: kept?.general_admission ?? place.generalAdmission,
    ticket_type: delivery,
    split_type: split?.splitType ?? kept?.split_type ?? defaults.split_type,
    multiple_sale_unit: split ? split.unit : (kept?.multiple_sale_unit ?? null),
    split_quantities: split ? split.list : (kept?.split_quantities ?? null),
    quantity,
    shown_quantity: valueOf(row.shownQuantity, kept?.shown_quantity),
    price_minor: priceMinor,
    currency: kept?.currency ?? row.currency,
    cost_minor: valueOf(row.costMinor, kept?.cost_minor),
    floor_minor: valueOf(row.floorMinor, kept?.floor_minor),
    face_value_minor: valueOf(row.faceValueMinor, kept?.face_value_minor),
    in_hand_date: inHandDate,
    in_hand_days_before: inHandDays,
    instant_download: delivery === 'eTicket' && (row.instant ?? kept?.instant_download ?? false),
    notes: notesOf(row, fromFile(owners.notes) ? undefined : kept, kept),
    internal_notes: valueOf(row.internalNotes, kept?.internal_notes),
    tags: row.tags ?? kept?.tags ?? [],
    status: fromFile(owners.publishing)
      ? row.isPublished
        ? 'active'
        : 'withdrawn'
      : (kept?.status ?? 'active'),
  }
}

/** The split rule of the row; `null` if it allows the same quantities as the listing's own, which then stays. */
function changedSplit(
  split: RowSplit | null,
  kept: StoredListing | undefined,
  quantity: number,
): RowSplit | null {
  if (!split || !kept) return split
  const free = quantity - kept.sold
  const allowed = (rule: Pick<SplitRule, 'splitType' | 'unit' | 'quantities'>) =>
    allowedQuantities({ ...rule, free, limit: null }).join()
  const { split_type: splitType, multiple_sale_unit: unit, split_quantities: quantities } = kept
  const isSame =
    quantity === kept.quantity &&
    free > 0 &&
    allowed({ ...split, quantities: split.list }) === allowed({ splitType, unit, quantities })
  return isSame ? null : split
}

/** The value of the row; the listing's if the file says nothing (`undefined`). `null` in the file means "none". */
function valueOf<Value>(said: Value | null | undefined, kept: Value | null | undefined): Value | null {
  return said === undefined ? (kept ?? null) : said
}

function notesOf(
  row: InventoryRow,
  owned: StoredListing | undefined,
  kept: StoredListing | undefined,
): ListingNote[] {
  if (owned) return owned.notes
  return inKnownOrder(row.notes ?? kept?.notes ?? [], kept?.notes ?? [])
}

/** The same notes in another order, or from a file that does not name their kinds, do not count as a change. */
function inKnownOrder(notes: ListingNote[], known: ListingNote[]): ListingNote[] {
  const keysOf = (list: readonly ListingNote[]) => list.map(({ kind, text }) => `${kind} ${text}`).toSorted()
  if (keysOf(notes).join('\n') === keysOf(known).join('\n')) return known
  const guessed = notes.every(({ kind, text }) => kind === noteKindOf(text))
  const wordsOf = (list: readonly ListingNote[]) =>
    list
      .flatMap(({ text }) => text.split(/[,;|]/))
      .map((text) => text.trim())
      .toSorted()
  return guessed && wordsOf(notes).join('\n') === wordsOf(known).join('\n') ? known : notes
}

function inHandOf({ row, event, settings, kept, now }: Omit<ValuesInput, 'place' | 'quantity'>): {
  inHandDate: string
  /** Days before the event, where the file or the listing says them. */
  inHandDays: number | null
} {
  if (row.inHandDays !== undefined)
    return { inHandDate: addDays(event.localDay, -row.inHandDays), inHandDays: row.inHandDays }
  const inHandDays = row.inHand === null ? (kept?.in_hand_days_before ?? null) : null
  return { inHandDate: inHandDateOf({ row, event, settings, kept, now }), inHandDays }
}

function inHandDateOf({ row, event, settings, kept, now }: Omit<ValuesInput, 'place' | 'quantity'>): string {
  const today = event.todayAt(now)
  const stated = row.inHand === 'now' ? today : row.inHand
  if (stated === null) return kept?.in_hand_date ?? defaultInHand(event.localDay, today, settings)
  // Tickets that are in hand stay so; the day on which a file says it does not matter.
  return kept && stated <= today && kept.in_hand_date <= today ? kept.in_hand_date : stated
}

function defaultInHand(eventDay: string, today: string, { defaults }: InventorySettings): string {
  const day = new Date(`${eventDay}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - defaults.in_hand_days_before)
  const before = day.toISOString().slice(0, 10)
  return before < today ? (today < eventDay ? today : eventDay) : before
}
