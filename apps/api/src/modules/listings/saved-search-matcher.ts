import type { ListingFilter } from '@terrace/contracts/listings'
import type { Db } from '#api/db/client.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import type { EventCache } from './event-cache.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { createListingMatcher } from './feed-filter.ts'
import type { Listing, PricedListing } from './listing.ts'
import { listingErrors } from './listings.errors.ts'
import { priceListings } from './price-stock.ts'
import type { Rates } from './rates.ts'
import { findUnknownFilterIds } from './unknown-filter-ids.ts'
import { findUnknownSections } from './unknown-sections.ts'
import { createSectionMatchers } from './section-matcher.ts'
import { createListingIndex } from './listing-index.ts'

/** A filter with the currency of its prices, for one team. */
export interface SavedSearchFilter {
  filter: ListingFilter
  currency: string
  teamId: string
}

export interface SavedSearchMatches {
  /** For each search the matching listings. */
  matching: readonly (readonly PricedListing[])[]
  /** Ids of the listings with tickets held by the team. */
  heldBy: (teamId: string) => readonly string[]
}

/** Finds the listings that a feed with the same filter would show, without building the feed. */
export interface SavedSearchMatcher {
  /**
   * Matches these listings of the event, or all of them. The cost depends on their number and that of the searches.
   * `undefined` while the event is not on sale.
   */
  match(
    eventId: number,
    listingIds: readonly string[] | 'all',
    searches: readonly SavedSearchFilter[],
  ): Promise<SavedSearchMatches | undefined>
  /**
   * Rejects filters that the feed would reject.
   * @throws `event.not_found`, `currency.unknown`, `input.invalid` with fields below `filter`
   */
  validate(
    eventId: number,
    search: Omit<SavedSearchFilter, 'teamId'> & { baseCurrency: string },
  ): Promise<void>
}

interface MatcherDeps {
  db: Db
  eventCache: EventCache
  rates: Rates
}

export function createSavedSearchMatcher({ db, eventCache, rates }: MatcherDeps): SavedSearchMatcher {
  const sectionMatchers = createSectionMatchers(db)

  async function snapshotOf(eventId: number): Promise<EventSnapshot | undefined> {
    try {
      return await eventCache.get(eventId)
    } catch (error) {
      if (error instanceof AppError && error.code === 'event.not_found') return undefined
      throw error
    }
  }

  return {
    async match(eventId, listingIds, searches) {
      const snapshot = await snapshotOf(eventId)
      if (!snapshot?.isOnSale) return undefined
      const hasSections = searches.some(({ filter }) => filter['section_name[]'] !== undefined)
      const { keyOf } = await sectionMatchers.forEvents(hasSections ? [snapshot] : [])
      const currencies = [...new Set(searches.map(({ currency }) => currency))]
      const converters = new Map(
        await Promise.all(currencies.map(async (each) => [each, await rates.converterTo(each)] as const)),
      )
      // No `await` below: the result must reflect one point in time.
      const listings = listingsOf(snapshot, listingIds)
      const indexes = new Map(
        [...converters].map(([currency, converter]) => [
          currency,
          createListingIndex(
            converter ? priceListings(snapshot, converter.withNewRateDate(), { listings }) : [],
          ),
        ]),
      )
      return {
        matching: searches.map(({ filter, currency, teamId }) => {
          const index = indexes.get(currency)
          if (!index) return []
          const { isCandidate, failedFiltersOf } = createListingMatcher(filter, {
            snapshots: [snapshot],
            index,
            teamId,
            sectionKey: keyOf,
          })
          return index.listings.filter(
            (listing, position) => isCandidate(listing) && failedFiltersOf(listing, position) === 0,
          )
        }),
        heldBy: (teamId) => snapshot.heldBy(teamId).map(({ listingId }) => listingId),
      }
    },
    async validate(eventId, { filter, currency, baseCurrency }) {
      const snapshot = await eventCache.get(eventId)
      const converter = await rates.converterTo(currency)
      if (!converter || (currency !== baseCurrency && !converter.hasCurrentRate))
        throw listingErrors.make('currency.unknown')
      const sectionNames = filter['section_name[]'] ?? []
      const unknown = {
        ...(await findUnknownFilterIds(db, filter, [snapshot])),
        ...(await findUnknownSections(db, sectionNames, {
          snapshots: [snapshot],
          sections: await sectionMatchers.forEvents(sectionNames.length > 0 ? [snapshot] : []),
        })),
      }
      const fields = Object.entries(unknown).map(([name, texts]) => [`filter.${name}`, texts] as const)
      if (fields.length > 0) throw invalidInput(Object.fromEntries(fields))
    },
  }
}

function listingsOf(snapshot: EventSnapshot, listingIds: readonly string[] | 'all'): Iterable<Listing> {
  return listingIds === 'all' ? snapshot.listings() : listingIds.flatMap((id) => snapshot.listing(id) ?? [])
}
