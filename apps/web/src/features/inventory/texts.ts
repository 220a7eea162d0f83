import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { fromWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, money, type Money } from '@terrace/domain/money/money'
import { serviceFee } from '@terrace/domain/money/service-fee'
import type { SplitType } from '@terrace/domain/tickets/split-rules'
import { deliveryLabel, type DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { formatEventDate } from '@terrace/domain/time/dates'
import { seatRange } from '#web/lib/format/seats.ts'

/** What is shown where a listing has no value. */
export const noValue = '–'

export const moneyText = (amount: WireMoney | null): string =>
  amount === null ? noValue : formatMoney(fromWireMoney(amount))

/** A total without its pence, for a narrow cell: '£40,448'. */
export const wholeMoneyText = (amount: WireMoney): string => moneyText(amount).replace(/\.\d+$/, '')

/** 'Block 115 · row 11' names a listing in labels and messages. */
export function listingName({ section, row }: { section: string; row: string }): string {
  return row === '' ? section : `${section} · row ${row}`
}

export function seatsText(
  row: Pick<WireInventoryRow, 'general_admission' | 'first_seat' | 'last_seat' | 'seats'>,
): string {
  return row.general_admission
    ? 'Standing'
    : (seatRange(row.first_seat, row.last_seat, '–', row.seats) ?? noValue)
}

const splitTexts: Readonly<Record<SplitType, string>> = {
  'No Preferences': 'Any',
  'Single Tickets': 'Singles',
  'Single Seats': 'Single seats',
  'All Together': 'Together',
  'Avoid Leaving One Ticket': 'Avoid one',
  'Sell In Multiples': 'Multiples',
}

type Split = Pick<WireInventoryRow, 'split_type' | 'multiple_sale_unit' | 'split_quantities'>

/** Short name of a split rule for a narrow cell: 'Pairs', '2, 4, 6', 'Avoid one'. */
export function splitText({
  split_type: type,
  multiple_sale_unit: unit,
  split_quantities: list,
}: Split): string {
  if (list !== null) return list.join(', ')
  if (type === 'Sell In Multiples') return unit === 2 ? 'Pairs' : `By ${unit}`
  return splitTexts[type]
}

const shortDeliveries: Partial<Record<DeliveryType, string>> = {
  'mobile-link': 'Mobile link',
  'local-delivery': 'Local',
  'season-cards': 'Season card',
}

export const shortDelivery = (type: DeliveryType): string => shortDeliveries[type] ?? deliveryLabel(type)

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayTexts = new Map<string, string>()

/** '25 Nov'. Formatting is slow, and few days occur in a list. */
export function dayText(day: string): string {
  const known = dayTexts.get(day)
  if (known !== undefined) return known
  const text = dayAndMonth.format(new Date(`${day}T00:00:00Z`))
  dayTexts.set(day, text)
  return text
}

export const inHandText = (row: WireInventoryRow): string =>
  row.is_in_hand ? 'Now' : dayText(row.in_hand_date)

/** 'Sat 28 Nov 2026, 15:00', at the venue. */
export function eventTime(event: WireInventoryRow['event']): string {
  return (
    formatEventDate({
      local: event.event_date_local,
      timeConfirmed: event.time_confirmed,
      dateConfirmed: true,
    }) ?? ''
  )
}

/** '7.50' → 750. */
export const basisPoints = (percent: string): number => Math.round(Number(percent) * 100)

/** What the seller receives of a price after the fee, rounded as in the ledger: the fee once, per ticket. */
export function proceedsOf(price: Money, feePercent: string): Money {
  return money(price.minor - serviceFee(price, basisPoints(feePercent)).minor, price.currency)
}

/** Proceeds minus cost of one ticket; `null` while the cost is unknown, or not for the user to see. */
export function marginOf({ proceeds, cost }: Pick<WireInventoryRow, 'proceeds' | 'cost'>): Money | null {
  if (!cost || !proceeds) return null
  return money(fromWireMoney(proceeds).minor - fromWireMoney(cost).minor, proceeds.currency)
}

/** '1 listing', '2,114 listings'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
