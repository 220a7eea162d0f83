import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { parseLocal } from '@terrace/domain/time/dates'
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { formatMoney, money, type Money } from '@terrace/domain/money/money'
import { removeInvisible } from '@terrace/domain/text/visible-text'
import { allowedQuantities, type SplitType } from '@terrace/domain/tickets/split-rules'

/** Tickets that a seller puts on sale (product.md §3). Amounts are per ticket, before the service fee. */
export interface NewListing {
  eventId: number
  sellerTeamId: string
  externalId: string | null
  section: string
  row: string
  firstSeat: number | null
  /** Every seat, unless they are adjacent. */
  seats?: number[] | null
  seatsHidden: boolean
  generalAdmission: boolean
  deliveryType: DeliveryType
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  quantity: number
  price: Money
  faceValue: Money | null
  /** YYYY-MM-DD */
  inHandDate: string
  /** The date is this many days before the event, and moves with it. */
  inHandDaysBefore?: number | null
  instantDownload: boolean
  hospitality: boolean
  attendeeDeliveryDetailsRequired: boolean
  attendeeIdentificationDetailsRequired: boolean
  notes: ListingNote[]
  /** The rest is for the seller's team, or restricts what buyers see; nothing by default. */
  cost?: Money | null
  floor?: Money | null
  shownQuantity?: number | null
  splitQuantities?: number[] | null
  internalNotes?: string | null
  tags?: string[]
  /** False: stored, but not on sale. */
  isPublished?: boolean
}

/** Messages for the seller by wire field name. */
export type FieldErrors = Record<string, string[]>

const maxTickets = 10_000

/** Far above any ticket price, and small enough that converted totals stay safe integers. */
const maxPriceMinor = 100_000_000_000

/** The listing without invisible characters in the texts that buyers read. */
export function withVisibleTexts(listing: NewListing): NewListing {
  return {
    ...listing,
    section: removeInvisible(listing.section).trim(),
    row: removeInvisible(listing.row).trim(),
    notes: listing.notes.map(({ kind, text }) => ({ kind, text: removeInvisible(text).trim() })),
  }
}

/** Validates the fields that do not depend on the event; returns no entries if the listing is valid. */
export function validateNewListing(listing: NewListing): FieldErrors {
  const errors: FieldErrors = {}
  const addError = (field: string, text: string) => (errors[field] ??= []).push(text)
  Object.assign(errors, validateQuantity(listing.quantity), validatePrice(listing.price))
  if (listing.section.trim() === '') addError('section', 'is empty')
  if (listing.faceValue) for (const text of validateAmount(listing.faceValue)) addError('face_value', text)
  if (listing.faceValue && listing.faceValue.currency !== listing.price.currency) {
    addError('face_value', `must be in ${listing.price.currency}, like the price`)
  }
  if (listing.firstSeat !== null && !(Number.isSafeInteger(listing.firstSeat) && listing.firstSeat > 0)) {
    addError('first_seat', 'must be a whole number from 1')
  }
  if (
    listing.seats &&
    (listing.seats.length !== listing.quantity || listing.seats[0] !== listing.firstSeat)
  ) {
    addError('seats', `must be ${listing.quantity} seats, like the quantity`)
  }
  if (listing.generalAdmission && (listing.row !== '' || listing.firstSeat !== null)) {
    addError('general_admission', 'must not have a row or seats')
  }
  if (parseLocal(listing.inHandDate) === null || listing.inHandDate.length !== 10) {
    addError('in_hand_date', 'must be a date such as 2026-12-01')
  }
  if (listing.instantDownload && listing.deliveryType !== 'eTicket') {
    addError('instant_download', 'is allowed only for E-tickets')
  }
  for (const [field, text] of validateSplit(listing)) addError(field, text)
  if (listing.floor && !(listing.floor.minor > 0)) addError('floor', 'must be greater than 0')
  if (listing.floor && listing.floor.minor > listing.price.minor)
    addError('price', `must be at least the floor, ${formatMoney(listing.floor)}`)
  if (Object.keys(errors).length === 0 && sellableQuantities(listing).length === 0) {
    addError(
      listing.splitQuantities ? 'split_quantities' : 'shown_quantity',
      'must leave a quantity that buyers can buy',
    )
  }
  return errors
}

function sellableQuantities(listing: NewListing): number[] {
  const limit = Math.min(listing.quantityLimit ?? Infinity, listing.shownQuantity ?? Infinity)
  return allowedQuantities({
    splitType: listing.splitType,
    free: listing.quantity,
    limit: limit === Infinity ? null : limit,
    unit: listing.multipleSaleUnit,
    quantities: listing.splitQuantities ?? null,
  })
}

export function validateQuantity(quantity: number): FieldErrors {
  const isValid = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= maxTickets
  return isValid ? {} : { quantity: [`must be a whole number from 1 to ${maxTickets}`] }
}

export function validatePrice({ minor, currency }: Money): FieldErrors {
  if (!isTradableCurrency(currency)) return { currency: [`${currency} is not a tradable currency`] }
  const texts = validateAmount({ minor, currency })
  return texts.length > 0 ? { price: texts } : {}
}

function validateAmount({ minor, currency }: Money): string[] {
  if (!(minor > 0)) return ['must be greater than 0']
  return minor > maxPriceMinor ? [`must be at most ${formatMoney(money(maxPriceMinor, currency))}`] : []
}

type Split = Pick<NewListing, 'splitType' | 'quantity' | 'quantityLimit' | 'multipleSaleUnit'>

/** Rejects split rules that allow no quantity at all. */
export function validateSplit({
  splitType,
  quantity,
  quantityLimit,
  multipleSaleUnit,
}: Split): [string, string][] {
  const errors: [string, string][] = []
  const isPositiveInteger = (value: number) => Number.isSafeInteger(value) && value >= 1
  if (quantityLimit !== null && !isPositiveInteger(quantityLimit))
    errors.push(['quantity_limit', 'must be a whole number from 1'])
  if (
    splitType === 'Sell In Multiples' &&
    (multipleSaleUnit === null || !isPositiveInteger(multipleSaleUnit))
  ) {
    errors.push(['multiple_sale_unit', 'must be a whole number from 1 with "Sell In Multiples"'])
  }
  if (splitType !== 'Sell In Multiples' && multipleSaleUnit !== null) {
    errors.push(['multiple_sale_unit', 'is allowed only with "Sell In Multiples"'])
  }
  const rule = {
    splitType,
    free: Math.min(quantity, maxTickets),
    limit: quantityLimit,
    unit: multipleSaleUnit,
  }
  if (errors.length === 0 && isPositiveInteger(quantity) && allowedQuantities(rule).length === 0) {
    errors.push(['split_type', 'must allow at least one quantity'])
  }
  return errors
}
