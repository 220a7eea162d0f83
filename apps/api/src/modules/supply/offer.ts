import { isMarketplaceCurrency } from '@terrace/domain/currencies'
import { parseLocal } from '@terrace/domain/dates'
import type { ListingNote } from '@terrace/domain/listing-notes'
import type { DeliveryType } from '@terrace/domain/delivery-types'
import { formatMoney, money, type Money } from '@terrace/domain/money'
import { buyable, type SplitType } from '@terrace/domain/split-options'

/** What a seller puts on sale (product.md §3). Money is per ticket, before the service fee. */
export interface Offer {
  eventId: number
  sellerTeamId: string
  externalId: string | null
  section: string
  row: string
  firstSeat: number | null
  seatsHidden: boolean
  generalAdmission: boolean
  ticketType: DeliveryType
  splitType: SplitType
  quantityLimit: number | null
  multipleSaleUnit: number | null
  quantity: number
  price: Money
  faceValue: Money | null
  /** YYYY-MM-DD */
  inHandDate: string
  instantDownload: boolean
  hospitality: boolean
  attendeeDeliveryDetailsRequired: boolean
  attendeeIdentificationDetailsRequired: boolean
  notes: ListingNote[]
}

/** What is wrong with single fields, in words for the seller; names as on the wire. */
export type FieldErrors = Record<string, string[]>

const mostTickets = 10_000

/** Far above any ticket, and small enough that no currency and no number of tickets makes it a sum that is not safe. */
const mostMinor = 100_000_000_000

/** Everything about an offer that can be judged without its event. Empty when all is well. */
export function checkOffer(offer: Offer): FieldErrors {
  const errors: FieldErrors = {}
  const wrong = (field: string, text: string) => (errors[field] ??= []).push(text)
  Object.assign(errors, checkQuantity(offer.quantity), checkPrice(offer.price))
  if (offer.section.trim() === '') wrong('section', 'is empty')
  if (offer.faceValue) for (const text of checkAmount(offer.faceValue)) wrong('face_value', text)
  if (offer.faceValue && offer.faceValue.currency !== offer.price.currency) {
    wrong('face_value', `must be in ${offer.price.currency}, like the price`)
  }
  if (offer.firstSeat !== null && !(Number.isSafeInteger(offer.firstSeat) && offer.firstSeat > 0)) {
    wrong('first_seat', 'must be a whole number from 1')
  }
  if (offer.generalAdmission && (offer.row !== '' || offer.firstSeat !== null)) {
    wrong('general_admission', 'has neither row nor seats')
  }
  if (parseLocal(offer.inHandDate) === null || offer.inHandDate.length !== 10) {
    wrong('in_hand_date', 'must be a date such as 2026-12-01')
  }
  if (offer.instantDownload && offer.ticketType !== 'eTicket') {
    wrong('instant_download', 'is possible for E-tickets only')
  }
  for (const [field, text] of checkSplit(offer)) wrong(field, text)
  return errors
}

/** Tickets of a listing: a whole number from 1. */
export function checkQuantity(quantity: number): FieldErrors {
  const isRight = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= mostTickets
  return isRight ? {} : { quantity: [`must be a whole number from 1 to ${mostTickets}`] }
}

/** Marketplace currencies are those with two decimals (product.md §12). */
export function checkPrice({ minor, currency }: Money): FieldErrors {
  const isTraded: boolean = isMarketplaceCurrency(currency)
  if (!isTraded) return { currency: [`${currency} is not traded in here`] }
  const texts = checkAmount({ minor, currency })
  return texts.length > 0 ? { price: texts } : {}
}

function checkAmount({ minor, currency }: Money): string[] {
  if (!(minor > 0)) return ['must be more than nothing']
  return minor > mostMinor ? [`must be at most ${formatMoney(money(mostMinor, currency))}`] : []
}

type Split = Pick<Offer, 'splitType' | 'quantity' | 'quantityLimit' | 'multipleSaleUnit'>

/** A split rule by which nothing can ever be bought is a slip of the seller's. */
export function checkSplit({
  splitType,
  quantity,
  quantityLimit,
  multipleSaleUnit,
}: Split): [string, string][] {
  const wrong: [string, string][] = []
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 1
  if (quantityLimit !== null && !isWhole(quantityLimit))
    wrong.push(['quantity_limit', 'must be a whole number from 1'])
  if (splitType === 'Sell In Multiples' && (multipleSaleUnit === null || !isWhole(multipleSaleUnit))) {
    wrong.push(['multiple_sale_unit', 'is required with "Sell In Multiples": a whole number from 1'])
  }
  if (splitType !== 'Sell In Multiples' && multipleSaleUnit !== null) {
    wrong.push(['multiple_sale_unit', 'goes with "Sell In Multiples" only'])
  }
  const rule = {
    splitType,
    available: Math.min(quantity, mostTickets),
    limit: quantityLimit,
    unit: multipleSaleUnit,
  }
  if (wrong.length === 0 && isWhole(quantity) && buyable(rule).length === 0) {
    wrong.push(['split_type', 'leaves no quantity that could be bought'])
  }
  return wrong
}
