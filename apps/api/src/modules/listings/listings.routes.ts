import { listingsRoutes } from '@terrace/contracts/listings'
import type { Db } from '../../db/client.ts'
import { invalidInput } from '../../shared/app-error.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import { createAnswerCache } from './answer-cache.ts'
import type { EventBooks } from './event-book.ts'
import { findEventsOfListings } from './listings.repo.ts'
import type { Rates } from './rates.ts'
import { readFeed, requireSubject, type SharedAnswer } from './read-feed.ts'

/** Each is a book to load; a basket or a page of the search never spans more. */
const mostEvents = 50

// Some hundred pages of the largest size, of all events together.
const keptCharacters = 64_000_000

interface ListingsDeps {
  db: Db
  books: EventBooks
  rates: Rates
  config: { serviceFeeBp: number }
}

export function mountListings(http: HttpContext, { db, books, rates, config }: ListingsDeps): void {
  const answers = createAnswerCache<SharedAnswer>(keptCharacters)
  const feedDeps = { books, rates, answers, serviceFeeBp: config.serviceFeeBp }

  mountRoute(http, listingsRoutes.feed, async ({ query, account, reply }) => {
    requireSubject(query)
    const eventIds =
      query.event_id === undefined
        ? await findEventsOfListings(db, query['listing_id[]'] ?? [])
        : [query.event_id]
    if (eventIds.length > mostEvents) {
      throw invalidInput({ 'listing_id[]': [`must be listings of at most ${mostEvents} events`] })
    }
    void reply.header('cache-control', 'private, no-cache')
    return readFeed(feedDeps, query, account, eventIds)
  })
}
