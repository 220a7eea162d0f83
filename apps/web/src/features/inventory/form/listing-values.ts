import { maxListingNotes } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { currencyExponent } from '@terrace/domain/money/currencies'
import { toDecimal } from '@terrace/domain/money/money'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { noteKinds, type ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { SplitType } from '@terrace/domain/tickets/split-rules'
import { amountDigits } from '#web/features/inventory/edit/cell-fields.ts'
import { inHandProblem, inHandTyped, parseInHand } from '#web/features/inventory/edit/in-hand.ts'
import type { FieldChange } from '#web/features/inventory/edit/row-change.ts'

/** What a listing's form holds, as typed. */
export interface ListingValues {
  price: string
  cost: string
  floor: string
  face_value: string
  quantity: string
  shown_quantity: string
  split_type: SplitType
  multiple_sale_unit: string
  quantity_limit: string
  split_quantities: string
  /** As typed: DD-MM-YYYY (spec §9), or days before the event. */
  in_hand_date: string
  ticket_type: DeliveryType
  instant_download: boolean
  /** One note per line, by kind. */
  benefit: string
  restriction: string
  information: string
  internal_notes: string
  tags: string
}

export type ListingErrors = Partial<Record<string, string>>

export const emptyListing: ListingValues = {
  price: '',
  cost: '',
  floor: '',
  face_value: '',
  quantity: '2',
  shown_quantity: '',
  split_type: 'Avoid Leaving One Ticket',
  multiple_sale_unit: '2',
  quantity_limit: '',
  split_quantities: '',
  in_hand_date: '',
  ticket_type: 'mobile',
  instant_download: false,
  benefit: '',
  restriction: '',
  information: '',
  internal_notes: '',
  tags: '',
}

/** Values whose errors the form shows at their fields. */
export const validatedFields = Object.keys(emptyListing).filter(
  (name) => !['split_type', 'ticket_type', 'instant_download'].includes(name),
)

export function listingValues(row: WireInventoryRow): ListingValues {
  const notesOf = (kind: ListingNote['kind']) =>
    row.notes
      .filter((note) => note.kind === kind)
      .map(({ text }) => text)
      .join('\n')
  return {
    price: row.price.amount,
    cost: row.cost?.amount ?? '',
    floor: row.floor?.amount ?? '',
    face_value: row.face_value?.amount ?? '',
    quantity: String(row.quantity),
    shown_quantity: row.shown_quantity?.toString() ?? '',
    split_type: row.split_type,
    multiple_sale_unit: row.multiple_sale_unit?.toString() ?? '2',
    quantity_limit: row.quantity_limit?.toString() ?? '',
    split_quantities: row.split_quantities?.join(', ') ?? '',
    in_hand_date: inHandTyped(row),
    ticket_type: row.ticket_type,
    instant_download: row.instant_download,
    benefit: notesOf('benefit'),
    restriction: notesOf('restriction'),
    information: notesOf('information'),
    internal_notes: row.internal_notes ?? '',
    tags: row.tags.join(', '),
  }
}

const amounts = ['price', 'cost', 'floor', 'face_value'] as const
const isCount = (text: string) => /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= 10_000

/** What is wrong with each field, and what would be right. */
export function validateListing(values: ListingValues, currency: string): ListingErrors {
  const errors: ListingErrors = {}
  for (const name of amounts) {
    const text = values[name].trim()
    if (text === '' ? name === 'price' : amountDigits(text, currency) === undefined)
      errors[name] = 'Type an amount such as 95.00.'
  }
  const price = amountDigits(values.price.trim(), currency)
  const floor = amountDigits(values.floor.trim(), currency)
  if (price === 0) errors['price'] = 'Type a price above zero.'
  if (price !== undefined && floor !== undefined && price < floor)
    errors['price'] = 'Type at least your floor.'
  if (!isCount(values.quantity)) errors['quantity'] = 'Type a whole number from 1 to 10000.'
  for (const name of ['shown_quantity', 'quantity_limit'] as const)
    if (values[name].trim() !== '' && !isCount(values[name]))
      errors[name] = 'Type a whole number, or leave it empty.'
  if (values.split_type === 'Sell In Multiples' && !isCount(values.multiple_sale_unit))
    errors['multiple_sale_unit'] = 'Type a whole number, such as 2.'
  if (!quantityList(values.split_quantities).every(isCount))
    errors['split_quantities'] = 'Type quantities with commas, such as 2, 4.'
  if (parseInHand(values.in_hand_date) === null) errors['in_hand_date'] = inHandProblem
  if (noteList(values).length > maxListingNotes)
    errors['information'] = `Type at most ${maxListingNotes} notes.`
  return errors
}

const quantityList = (text: string) => text.split(/[,\s]+/).filter((part) => part !== '')

function noteList(values: ListingValues): ListingNote[] {
  return noteKinds.flatMap((kind) =>
    values[kind]
      .split('\n')
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((text) => ({ kind, text })),
  )
}

/** Valid values as the server takes them. */
export function toListingFields(values: ListingValues, currency: string) {
  const amount = (text: string) => {
    const minor = amountDigits(text.trim(), currency)
    return minor === undefined ? null : toDecimal(minor, currencyExponent(currency))
  }
  const count = (text: string) => (text.trim() === '' ? null : Number(text))
  const quantities = quantityList(values.split_quantities).map(Number)
  const tags = values.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return {
    price: amount(values.price) ?? '',
    cost: amount(values.cost),
    floor: amount(values.floor),
    face_value: amount(values.face_value),
    quantity: Number(values.quantity),
    shown_quantity: count(values.shown_quantity),
    split: {
      split_type: values.split_type,
      quantity_limit: count(values.quantity_limit),
      multiple_sale_unit:
        values.split_type === 'Sell In Multiples' ? Number(values.multiple_sale_unit) : null,
      split_quantities: quantities.length === 0 ? null : quantities,
    },
    ...(parseInHand(values.in_hand_date) ?? { in_hand_date: '' }),
    ticket_type: values.ticket_type,
    instant_download: values.ticket_type === 'eTicket' && values.instant_download,
    notes: noteList(values),
    internal_notes: values.internal_notes.trim() || null,
    tags,
  }
}

/** Only what differs from the listing as it was opened. */
export function changedFields(before: ListingValues, after: ListingValues, currency: string): FieldChange {
  const old = toListingFields(before, currency)
  const entries = Object.entries(toListingFields(after, currency)).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(Object.entries(old).find(([key]) => key === name)?.[1]),
  )
  return Object.fromEntries(entries)
}
