import type { InventorySettings } from '@terrace/contracts/inventory-profiles'
import { money } from '@terrace/domain/money/money'
import {
  differenceOf,
  validateNewListing,
  type HeldAndSold,
  type ListingValues,
  type StoredListing,
} from '#api/modules/supply/index.ts'
import type { InventoryRow, RowWarning } from '../reading/inventory-row.ts'
import { placeOf, samePlace } from './place-of-row.ts'
import { quantityOf } from './quantity-of-row.ts'
import type { SaleEvent } from './sale-event.ts'
import { valuesOfRow } from './values-of-row.ts'

export interface RowToPlan {
  row: InventoryRow
  event: SaleEvent
  settings: InventorySettings
  stored: StoredListing | undefined
  heldAndSold: HeldAndSold | undefined
  now: Date
}

/** What a row changes in the seller's listings. */
export type RowPlan =
  | { kind: 'new'; values: ListingValues; categoryId: number; warnings: RowWarning[] }
  | { kind: 'unchanged'; stored: StoredListing; warnings: RowWarning[] }
  | { kind: 'changed'; stored: StoredListing; values: ListingValues; warnings: RowWarning[] }
  /** The id now stands for other seats: the listing that had it is withdrawn. */
  | {
      kind: 'replaced'
      stored: StoredListing
      values: ListingValues
      categoryId: number
      warnings: RowWarning[]
    }
  | { kind: 'invalid'; code: string; message: string }

const nothingHeldOrSold: HeldAndSold = { held: 0, soldSince: 0, soldJustBefore: 0 }

/** Decides what a row does. The preview and the writing of an import decide by the same rules. */
export function planRow({
  row,
  event,
  settings,
  stored,
  heldAndSold = nothingHeldOrSold,
  now,
}: RowToPlan): RowPlan {
  if (!event.isOnSale(now))
    return {
      kind: 'invalid',
      code: 'event_closed',
      message: 'The event has started, or was postponed or cancelled',
    }
  const place = placeOf(row, event, stored)
  if ('problem' in place) return { kind: 'invalid', code: 'section_unknown', message: place.problem }
  const warnings: RowWarning[] = []
  const isSame = stored !== undefined && samePlace(stored, place, row.currency)
  const committed = stored ? stored.sold + heldAndSold.held : 0
  if (stored && !isSame && committed > 0)
    warnings.push({
      code: 'place_committed',
      message: `The seats stay as they are, because ${committed} of them are sold or held`,
    })
  const kept = stored && (isSame || committed > 0) ? stored : undefined
  const quantity = quantityOf({ row, kept, heldAndSold, warnings })
  if (quantity === null) return { kind: 'invalid', code: 'quantity_missing', message: 'quantity: is empty' }
  const values = valuesOfRow({ row, event, settings, kept, place, quantity, now })
  if ('problem' in values) return { kind: 'invalid', ...values.problem }
  const problem = problemOf(values, kept)
  if (problem) return { kind: 'invalid', ...problem }
  if (kept) {
    const { after } = differenceOf(kept, values)
    return Object.keys(after).length === 0
      ? { kind: 'unchanged', stored: kept, warnings }
      : { kind: 'changed', stored: kept, values, warnings }
  }
  const { categoryId } = place
  return stored
    ? { kind: 'replaced', stored, values, categoryId, warnings }
    : { kind: 'new', values, categoryId, warnings }
}

function problemOf(
  values: ListingValues,
  kept: StoredListing | undefined,
): { code: string; message: string } | undefined {
  if (
    values.floor_minor !== null &&
    values.price_minor < values.floor_minor &&
    values.price_minor !== kept?.price_minor
  )
    return { code: 'below_floor', message: 'price: is below the floor of this listing' }
  const { currency } = values
  const errors = validateNewListing({
    eventId: values.event_id,
    sellerTeamId: '',
    externalId: null,
    section: values.section,
    row: values.row,
    firstSeat: values.first_seat,
    // The number of seats follows the quantity already.
    seatsHidden: values.seats_hidden,
    generalAdmission: values.general_admission,
    deliveryType: values.ticket_type,
    splitType: values.split_type,
    quantityLimit: kept?.quantity_limit ?? null,
    multipleSaleUnit: values.multiple_sale_unit,
    // A listing that is sold out keeps its rule.
    quantity: Math.max(values.quantity - (kept?.sold ?? 0), values.multiple_sale_unit ?? 1),
    price: money(values.price_minor, currency),
    faceValue: values.face_value_minor === null ? null : money(values.face_value_minor, currency),
    inHandDate: values.in_hand_date,
    instantDownload: values.instant_download,
    hospitality: false,
    attendeeDeliveryDetailsRequired: false,
    attendeeIdentificationDetailsRequired: false,
    notes: values.notes,
  })
  const [field, texts] = Object.entries(errors)[0] ?? []
  return field === undefined ? undefined : { code: field, message: `${field}: ${texts?.join('; ')}` }
}
