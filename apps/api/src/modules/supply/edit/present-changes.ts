import type { WireFieldChange, WireListingChange } from '@terrace/contracts/inventory-edit'
import { changedFields } from '@terrace/contracts/inventory-edit'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { money } from '@terrace/domain/money/money'
import { seatsText } from '@terrace/domain/tickets/seats'
import { sellerProceeds } from '@terrace/domain/money/seller-proceeds'
import type { ListingChange } from './listing-changes.repo.ts'
import type { FieldName, ListingFields } from './listing-fields.ts'

const columnOf: Readonly<Record<WireFieldChange['field'], FieldName>> = {
  price: 'price_minor',
  proceeds: 'price_minor',
  cost: 'cost_minor',
  floor: 'floor_minor',
  face_value: 'face_value_minor',
  section: 'section',
  row: 'row',
  seats: 'first_seat',
  general_admission: 'general_admission',
  seats_hidden: 'seats_hidden',
  quantity: 'quantity',
  shown_quantity: 'shown_quantity',
  own_hold_quantity: 'own_hold_quantity',
  own_hold_until: 'own_hold_until',
  own_hold_note: 'own_hold_note',
  split_type: 'split_type',
  quantity_limit: 'quantity_limit',
  multiple_sale_unit: 'multiple_sale_unit',
  split_quantities: 'split_quantities',
  in_hand_date: 'in_hand_date',
  in_hand_days_before: 'in_hand_days_before',
  ticket_type: 'ticket_type',
  instant_download: 'instant_download',
  notes: 'notes',
  internal_notes: 'internal_notes',
  tags: 'tags',
  published: 'status',
}

/** The changes of a listing in its currency, with the proceeds of a changed price. */
export function presentFieldChanges(
  { before, after }: { before: Partial<ListingFields>; after: Partial<ListingFields> },
  currency: string,
): WireFieldChange[] {
  return changedFields
    .filter((field) => columnOf[field] in after)
    .map((field) => ({
      field,
      from: presentValue(field, before, currency),
      to: presentValue(field, after, currency),
    }))
}

function presentValue(
  field: WireFieldChange['field'],
  values: Partial<ListingFields>,
  currency: string,
): WireFieldChange['from'] {
  const value = values[columnOf[field]] ?? null
  switch (field) {
    case 'price':
    case 'cost':
    case 'floor':
    case 'face_value':
      return typeof value === 'number' ? toWireMoney(money(value, currency)) : null
    case 'proceeds':
      return typeof value === 'number' ? toWireMoney(sellerProceeds(money(value, currency))) : null
    case 'seats':
      return (
        seatsText({
          first: values.first_seat ?? null,
          last: values.last_seat ?? values.first_seat ?? null,
          list: values.seats ?? null,
        }) ?? null
      )
    case 'published':
      return value === null ? null : value === 'active'
    default:
      return value
  }
}

export function presentListingChange(change: ListingChange): WireListingChange {
  return {
    id: change.id,
    at: change.at.toISOString(),
    source: change.source,
    kind: change.kind,
    actor_name: change.actorName,
    bulk_edit_id: change.bulkEditId,
    is_undo: change.isUndo,
    changes: presentFieldChanges(change, change.currency),
  }
}
