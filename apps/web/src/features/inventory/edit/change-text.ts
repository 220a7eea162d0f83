import type { WireFieldChange } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { deliveryLabel, parseDeliveryType } from '@terrace/domain/tickets/delivery-types'
import { moneyText, noValue } from '#web/features/inventory/texts.ts'
import { isPublication, type RowChange } from './row-change.ts'

const titles: Readonly<Record<string, string>> = {
  price: 'Price',
  proceeds: 'Proceeds',
  cost: 'Cost',
  floor: 'Floor',
  face_value: 'Face value',
  quantity: 'Quantity',
  section: 'Section',
  row: 'Row',
  seats: 'Seats',
  general_admission: 'General admission',
  seats_hidden: 'Seats hidden',
  shown_quantity: 'Shown quantity',
  own_hold: 'Own hold',
  own_hold_quantity: 'Own hold',
  own_hold_until: 'Own hold until',
  own_hold_note: 'Own hold note',
  split: 'Split',
  split_type: 'Split',
  quantity_limit: 'At most per purchase',
  multiple_sale_unit: 'Multiples of',
  split_quantities: 'Quantities',
  in_hand_date: 'In hand',
  in_hand_days_before: 'In hand, days before',
  ticket_type: 'Delivery',
  instant_download: 'Instant download',
  notes: 'Notes for buyers',
  internal_notes: 'Internal notes',
  tags: 'Tags',
  published: 'On sale',
}

export const fieldTitle = (field: string): string => titles[field] ?? field

/** The fields that a change sets: 'Price', 'Price and cost'. */
export function changeText(change: RowChange): string {
  if (isPublication(change)) return change.published ? 'Putting it on sale' : 'Taking it off sale'
  const names = Object.keys(change).map((field, index) =>
    index === 0 ? fieldTitle(field) : fieldTitle(field).toLowerCase(),
  )
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** A field's value as a seller reads it. */
export function valueText(field: string, value: WireFieldChange['to'] | undefined): string {
  if (value === undefined || value === null || value === '')
    return field === 'shown_quantity' || field === 'quantity_limit' ? 'All' : noValue
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    const delivery = field === 'ticket_type' ? parseDeliveryType(value) : null
    return delivery === null ? value : deliveryLabel(delivery)
  }
  if (!Array.isArray(value)) return 'amount' in value ? moneyText(value) : noValue
  const texts = value.map((each) => (typeof each === 'object' ? each.text : String(each)))
  return texts.join(', ') || noValue
}

/** The current value of a field that a change sets. */
export function rowValueText(row: WireInventoryRow, field: string): string {
  if (field === 'split') return row.split_type
  const value = Object.entries(row).find(([name]) => name === field)?.[1] as WireFieldChange['to'] | undefined
  return valueText(field, value)
}
