import { listingFilter, type ListingFilter } from '@terrace/contracts/listings'
import type { EventStatus } from '@terrace/domain/lifecycles/event-status'
import { parseDecimal, toDecimal } from '@terrace/domain/money/money'

/** Filters by their wire names, as a query of the feed. */
export type StoredFilter = Readonly<Record<string, string | readonly string[]>>

export interface SearchOwner {
  accountId: string
  teamId: string
}

export interface SavedSearch {
  id: string
  name: string
  filter: StoredFilter
  currency: string
  isNotified: boolean
  isEmailed: boolean
  createdAt: Date
  alertedAt: Date | null
  event: SearchedEvent
}

export interface SearchedEvent {
  id: number
  title: string
  slug: string
  status: EventStatus
  startsAt: Date
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  venueName: string
  city: string
}

/** After an alert, further matches of the search are collected for this long and sent as one. */
export const matchCooldownMs = 5 * 60_000

const defaults: Readonly<Record<string, unknown>> = listingFilter.parse({})

/** The wire's choice "Any quantity", which equals the default. */
const anyQuantity = 6

/** The filter as it is stored: defaults left out, values in one form and order, so that equal filters are equal. */
export function toStoredFilter(filter: ListingFilter): StoredFilter {
  const { target_currency: _currency, ...listing } = filter
  const normalised = {
    ...listing,
    min_quantity: listing.min_quantity === anyQuantity ? undefined : listing.min_quantity,
    proceed_price_min: normalisedAmount(listing.proceed_price_min),
    proceed_price_max: normalisedAmount(listing.proceed_price_max),
  }
  return Object.fromEntries(
    Object.entries(normalised).flatMap(([key, value]): [string, string | string[]][] => {
      if (value === undefined || value === defaults[key]) return []
      if (Array.isArray(value)) return [[key, [...new Set(value.map(String))].toSorted()]]
      return [[key, value === true ? '1' : String(value)]]
    }),
  )
}

/** '80', '80.0' and '80.00' are one amount. */
function normalisedAmount(amount: string | undefined): string | undefined {
  const parsed = parseDecimal(amount ?? '', 2)
  return parsed.ok ? toDecimal(parsed.minor, 2) : amount
}

/** `undefined` if this release does not support a stored filter. */
export function parseStoredFilter(filter: StoredFilter): ListingFilter | undefined {
  return listingFilter.safeParse(filter).data
}
