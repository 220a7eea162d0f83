import { listingFilter, type ListingFilter } from '@terrace/contracts/listings'
import type { EventStatus } from '@terrace/domain/lifecycles/event-status'

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
  isLive: boolean
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

const defaults = listingFilter.parse({})

/** The filter as it is stored: defaults left out, values in one order, so that equal filters are equal. */
export function toStoredFilter(filter: ListingFilter): StoredFilter {
  const { target_currency: _currency, ...listing } = filter
  return Object.fromEntries(
    Object.entries(listing).flatMap(([key, value]): [string, string | string[]][] => {
      if (
        value === undefined ||
        Object.entries(defaults).some(([name, usual]) => name === key && usual === value)
      )
        return []
      if (Array.isArray(value)) return [[key, [...new Set(value.map(String))].toSorted()]]
      return [[key, value === true ? '1' : String(value)]]
    }),
  )
}

/** `undefined` when this release no longer knows a stored filter. */
export function parseStoredFilter(filter: StoredFilter): ListingFilter | undefined {
  return listingFilter.safeParse(filter).data
}
