import { maxOwnHoldDays } from '@terrace/contracts/inventory-edit'
import { formatMoney, money } from '@terrace/domain/money/money'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import { resizeSeats, seatNumbers, type ListingSeats } from '@terrace/domain/tickets/seats'
import { allowedQuantities, type SplitType } from '@terrace/domain/tickets/split-rules'
import { validatePrice, validateSplit } from '../new-listing.ts'

/** What a seller can change of a listing, by column of `listings`. Histories and bulk edits store values in this form. */
export interface ListingFields {
  price_minor: number
  cost_minor: number | null
  floor_minor: number | null
  face_value_minor: number | null
  quantity: number
  shown_quantity: number | null
  split_type: SplitType
  quantity_limit: number | null
  multiple_sale_unit: number | null
  split_quantities: number[] | null
  /** YYYY-MM-DD */
  in_hand_date: string
  /** The date is this many days before the event, and moves with it. */
  in_hand_days_before: number | null
  /** Tickets that the seller keeps off the market until `own_hold_until`, an ISO time; not one of the buyers' holds. */
  own_hold_quantity: number | null
  own_hold_until: string | null
  own_hold_note: string | null
  section: string
  row: string
  general_admission: boolean
  seats_hidden: boolean
  /** The three describe the seats and change together; a changed `quantity` alone implies them. */
  first_seat: number | null
  last_seat: number | null
  seats: number[] | null
  ticket_type: DeliveryType
  instant_download: boolean
  notes: ListingNote[]
  internal_notes: string | null
  tags: string[]
  status: 'active' | 'withdrawn'
}
export type FieldName = keyof ListingFields

/** Never shown to buyers, so that changing them announces nothing. */
const teamOnly: ReadonlySet<string> = new Set([
  'cost_minor',
  'floor_minor',
  'internal_notes',
  'tags',
  'in_hand_days_before',
  'own_hold_note',
])

/** The changed fields with their values before and after. */
export interface FieldChange {
  before: Partial<ListingFields>
  after: Partial<ListingFields>
}

export function changedNames({ after }: FieldChange): FieldName[] {
  return Object.keys(after).filter((name): name is FieldName => name in after)
}

export function isVisibleToBuyers(change: FieldChange): boolean {
  return changedNames(change).some((name) => !teamOnly.has(name))
}

/** Which of the new values differ from the old ones. */
export function compareFields(old: Partial<ListingFields>, changed: Partial<ListingFields>): FieldChange {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changed)) {
    const known: unknown = Reflect.get(old, name)
    if (JSON.stringify(known) === JSON.stringify(value)) continue
    before[name] = known
    after[name] = value
  }
  return { before, after }
}

export interface FieldProblem {
  /** Name on the wire. */
  field: string
  code:
    | 'price_invalid'
    | 'below_floor'
    | 'split_impossible'
    | 'in_hand_after_event'
    | 'own_hold_ends'
    | 'seats_unknown'
    | 'delivery_invalid'
    | 'too_many_notes'
    | 'too_long'
  message: string
}

/** Validates a changed listing; fields that were not changed are not checked. */
export function findProblems(
  next: ListingFields,
  names: ReadonlySet<FieldName>,
  { currency, localDay, now }: { currency: string; localDay: string; now: Date },
): FieldProblem[] {
  return [
    ...ownHoldProblems(next, names, now),
    ...seatProblems(next, names),
    ...amountProblems(next, names, currency),
    ...splitProblems(next, names),
    ...(names.has('in_hand_date') && next.in_hand_date > localDay
      ? [
          {
            field: 'in_hand_date',
            code: 'in_hand_after_event' as const,
            message: `must not be after the event, which is on ${localDay}`,
          },
        ]
      : []),
    ...(names.has('instant_download') && next.instant_download && next.ticket_type !== 'eTicket'
      ? [
          {
            field: 'instant_download',
            code: 'delivery_invalid' as const,
            message: 'is allowed only for E-tickets',
          },
        ]
      : []),
  ]
}

const dayMs = 86_400_000

function ownHoldProblems(next: ListingFields, names: ReadonlySet<FieldName>, now: Date): FieldProblem[] {
  const { own_hold_until: until } = next
  if (!names.has('own_hold_until') || until === null) return []
  const daysLeft = (Date.parse(until) - now.getTime()) / dayMs
  if (daysLeft > 0 && daysLeft <= maxOwnHoldDays) return []
  const message = `must be in the next ${maxOwnHoldDays} days`
  return [{ field: 'own_hold', code: 'own_hold_ends', message }]
}

/** The seats that the listing has with another quantity; `null` when the new ones are unknown. */
export function resizedSeats(
  old: Pick<ListingFields, 'first_seat' | 'last_seat' | 'seats'>,
  quantity: number,
): Pick<ListingFields, 'first_seat' | 'last_seat' | 'seats'> | null {
  const sized = resizeSeats({ first: old.first_seat, last: old.last_seat, list: old.seats }, quantity)
  return sized && seatColumns(sized)
}

export function seatColumns({
  first,
  last,
  list,
}: ListingSeats): Pick<ListingFields, 'first_seat' | 'last_seat' | 'seats'> {
  return { first_seat: first, last_seat: last, seats: list && [...list] }
}

/** `next.seats` are still those of the old quantity, unless they changed. */
function seatProblems(next: ListingFields, names: ReadonlySet<FieldName>): FieldProblem[] {
  const { first_seat: first, last_seat: last, seats, quantity } = next
  if (names.has('first_seat')) {
    const count = seatNumbers({ first, last, list: seats }).length
    if (next.general_admission && first !== null)
      return [{ field: 'seats', code: 'seats_unknown', message: 'must be null with general admission' }]
    return first === null || count === quantity
      ? []
      : [{ field: 'seats', code: 'seats_unknown', message: `must be ${quantity} seats, like the quantity` }]
  }
  if (names.has('general_admission') && next.general_admission && (first !== null || next.row !== ''))
    return [{ field: 'general_admission', code: 'seats_unknown', message: 'must not have a row or seats' }]
  if (!names.has('quantity') || resizedSeats(next, quantity)) return []
  return [{ field: 'quantity', code: 'seats_unknown', message: 'needs the seats of the added tickets' }]
}

const amountFields = [
  ['price_minor', 'price'],
  ['floor_minor', 'floor'],
  ['face_value_minor', 'face_value'],
] as const

function amountProblems(
  next: ListingFields,
  names: ReadonlySet<FieldName>,
  currency: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const [name, field] of amountFields) {
    const minor = next[name]
    if (!names.has(name) || minor === null) continue
    const [texts] = Object.values(validatePrice({ minor, currency }))
    for (const message of texts ?? []) problems.push({ field, code: 'price_invalid', message })
  }
  const { price_minor: price, floor_minor: floor } = next
  if (problems.length > 0 || floor === null || price >= floor) return problems
  if (names.has('floor_minor')) {
    const message = `must be at most the price, ${formatMoney(money(price, currency))}`
    return [{ field: 'floor', code: 'below_floor', message }]
  }
  if (!names.has('price_minor')) return problems
  const message = `must be at least the floor, ${formatMoney(money(floor, currency))}`
  return [{ field: 'price', code: 'below_floor', message }]
}

const splitFields = [
  'split_type',
  'quantity_limit',
  'multiple_sale_unit',
  'split_quantities',
  'shown_quantity',
  'quantity',
] as const

function splitProblems(next: ListingFields, names: ReadonlySet<FieldName>): FieldProblem[] {
  const changed = splitFields.find((name) => names.has(name))
  if (!changed) return []
  const rule = {
    splitType: next.split_type,
    quantity: next.quantity,
    quantityLimit: next.quantity_limit,
    multipleSaleUnit: next.multiple_sale_unit,
  }
  const [problem] = validateSplit(rule)
  if (problem) return [{ field: problem[0], code: 'split_impossible', message: problem[1] }]
  const limit = Math.min(next.quantity_limit ?? Infinity, next.shown_quantity ?? Infinity)
  const sellable = allowedQuantities({
    splitType: next.split_type,
    free: next.quantity,
    limit: limit === Infinity ? null : limit,
    unit: next.multiple_sale_unit,
    quantities: next.split_quantities,
  })
  if (sellable.length > 0) return []
  return [{ field: changed, code: 'split_impossible', message: `must leave a quantity that buyers can buy` }]
}
