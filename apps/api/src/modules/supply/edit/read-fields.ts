import type { CreateListingBody, UpdateListingBody } from '@terrace/contracts/inventory-edit'
import { parseDecimal } from '@terrace/domain/money/money'
import { addDays } from '@terrace/domain/search/calendar-days'
import type { ListingFields } from './listing-fields.ts'

type Editable = Omit<Partial<CreateListingBody>, 'event_id'> & Partial<UpdateListingBody>

/** The fields that a request names, as columns. Every tradable currency has two decimals. */
export function readFields(body: Editable): Partial<ListingFields> {
  const { split } = body
  return {
    ...(body.price !== undefined && { price_minor: minorOf(body.price) }),
    ...(body.cost !== undefined && { cost_minor: optionalMinor(body.cost) }),
    ...(body.floor !== undefined && { floor_minor: optionalMinor(body.floor) }),
    ...(body.face_value !== undefined && { face_value_minor: optionalMinor(body.face_value) }),
    ...(body.quantity !== undefined && { quantity: body.quantity }),
    ...(body.shown_quantity !== undefined && { shown_quantity: body.shown_quantity }),
    ...(split && readSplit(split)),
    ...(body.in_hand_date !== undefined && { in_hand_date: body.in_hand_date, in_hand_days_before: null }),
    ...(body.in_hand_days_before !== undefined && { in_hand_days_before: body.in_hand_days_before }),
    ...(body.own_hold !== undefined && ownHoldColumns(body.own_hold)),
    ...(body.seats_hidden !== undefined && { seats_hidden: body.seats_hidden }),
    ...(body.ticket_type !== undefined && { ticket_type: body.ticket_type }),
    ...(body.instant_download !== undefined && { instant_download: body.instant_download }),
    ...(body.notes && { notes: body.notes }),
    ...(body.internal_notes !== undefined && { internal_notes: body.internal_notes || null }),
    ...(body.tags && { tags: distinctTags(body.tags) }),
  }
}

export function ownHoldColumns(
  hold: UpdateListingBody['own_hold'],
): Pick<ListingFields, 'own_hold_quantity' | 'own_hold_until' | 'own_hold_note'> {
  return {
    own_hold_quantity: hold?.quantity ?? null,
    own_hold_until: hold ? new Date(hold.until).toISOString() : null,
    own_hold_note: hold?.note || null,
  }
}

/** The date that the days before the event mean now. */
export function withInHandDate(
  changed: Partial<ListingFields>,
  { localDay }: { localDay: string },
): Partial<ListingFields> {
  const { in_hand_days_before: days } = changed
  return typeof days === 'number' ? { ...changed, in_hand_date: addDays(localDay, -days) } : changed
}

export function readSplit(split: NonNullable<UpdateListingBody['split']>): Partial<ListingFields> {
  return {
    split_type: split.split_type,
    quantity_limit: split.quantity_limit,
    multiple_sale_unit: split.multiple_sale_unit,
    split_quantities:
      split.split_quantities && [...new Set(split.split_quantities)].toSorted((a, b) => a - b),
  }
}

/** Another delivery than an E-ticket cannot be downloaded at once. */
export function withDelivery(old: ListingFields, changed: Partial<ListingFields>): Partial<ListingFields> {
  const type = changed.ticket_type ?? old.ticket_type
  const turnsOff = type !== 'eTicket' && old.instant_download && changed.instant_download === undefined
  return turnsOff ? { ...changed, instant_download: false } : changed
}

/** Without repetitions in another case; the first spelling stays. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag)
  return [...byKey.values()]
}

export function minorOf(amount: string): number {
  const parsed = parseDecimal(amount, 2)
  if (!parsed.ok) throw new RangeError(`${amount} passed the contract but is not an amount`)
  return parsed.minor
}

function optionalMinor(amount: string | null): number | null {
  return amount === null ? null : minorOf(amount)
}
