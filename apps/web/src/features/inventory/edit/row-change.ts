import type { UpdateListingBody } from '@terrace/contracts/inventory-edit'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'

type PlaceField = 'section' | 'row' | 'seats' | 'general_admission' | 'move_rest'

/** Fields of one listing to set. Its place has a form of its own. */
export type FieldChange = Partial<Omit<UpdateListingBody, 'version' | PlaceField>>

/** A change of a listing's fields, or of whether it is on sale. */
export type RowChange = FieldChange | { published: boolean }

export const isPublication = (change: RowChange): change is { published: boolean } => 'published' in change

const amountFields = ['price', 'cost', 'floor', 'face_value'] as const

/** The row as it will be, until the server's own row arrives. */
export function withChange(row: WireInventoryRow, change: RowChange): WireInventoryRow {
  if (isPublication(change)) {
    const status = row.status === 'sold_out' ? 'sold_out' : change.published ? 'published' : 'unpublished'
    return { ...row, published: change.published, status }
  }
  const { split, price, cost, floor, face_value: faceValue, own_hold: ownHold, ...plain } = change
  const amounts = { price, cost, floor, face_value: faceValue }
  const changed: WireInventoryRow = {
    ...row,
    ...(plain.in_hand_date !== undefined && { in_hand_days_before: null }),
    ...defined(plain),
    ...split,
    ...(ownHold !== undefined && { own_hold: ownHold && { ...ownHold, note: ownHold.note ?? null } }),
  }
  for (const field of amountFields) {
    const amount = amounts[field]
    if (amount === undefined) continue
    if (amount !== null) changed[field] = { amount, currency: row.price.currency }
    else if (field !== 'price') changed[field] = null
  }
  return changed
}

/** The change that restores what `change` replaced. */
export function reverseChange(row: WireInventoryRow, change: RowChange): RowChange {
  if (isPublication(change)) return { published: row.published }
  const { in_hand_days_before: days } = row
  const inHand = days === null ? { in_hand_date: row.in_hand_date } : { in_hand_days_before: days }
  const values: Omit<Required<FieldChange>, 'in_hand_date' | 'in_hand_days_before'> = {
    price: row.price.amount,
    cost: row.cost?.amount ?? null,
    floor: row.floor?.amount ?? null,
    face_value: row.face_value?.amount ?? null,
    quantity: row.quantity,
    shown_quantity: row.shown_quantity,
    split: {
      split_type: row.split_type,
      quantity_limit: row.quantity_limit,
      multiple_sale_unit: row.multiple_sale_unit,
      split_quantities: row.split_quantities,
    },
    seats_hidden: row.seats_hidden,
    own_hold: row.own_hold,
    ticket_type: row.ticket_type,
    instant_download: row.instant_download,
    notes: row.notes,
    internal_notes: row.internal_notes,
    tags: row.tags,
  }
  const reversed = Object.fromEntries(Object.entries(values).filter(([field]) => field in change))
  const isInHandChanged = 'in_hand_date' in change || 'in_hand_days_before' in change
  return isInHandChanged ? { ...reversed, ...inHand } : reversed
}

/** Without fields whose value is `undefined`. */
function defined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  // `fromEntries` loses the type of the keys.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [Key in keyof Value]: Exclude<Value[Key], undefined>
  }
}
