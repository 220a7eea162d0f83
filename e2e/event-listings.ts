import { catalogueRoutes, type WireEvent } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import type { Broker } from './api.ts'

/** A listing under test with its event. */
export interface Offer {
  event: WireEvent
  listing: WireListing
}

/** Number of rows visible without scrolling, also on a phone. */
const visibleRows = 4

/**
 * Returns a matching listing near the top of an event’s list. The initial stock is the same in every run; earlier
 * tests may have bought some.
 */
export async function findOffer(broker: Broker, matches: (listing: WireListing) => boolean): Promise<Offer> {
  const [offer] = await findOffers(broker, 1, matches)
  if (!offer) throw new Error('no matching offer found')
  return offer
}

/** Returns exactly `count` matching listings of upcoming events. */
export async function findOffers(
  broker: Broker,
  count: number,
  matches: (listing: WireListing) => boolean,
): Promise<Offer[]> {
  const found: Offer[] = []
  for (const event of await upcomingEvents(broker)) {
    const { data } = await broker.call(listingsRoutes.feed, { query: { event_id: event.id } })
    const suitable = data.slice(0, visibleRows).filter((listing) => matches(listing))
    found.push(...suitable.map((listing) => ({ event, listing })))
    if (found.length >= count) return found.slice(0, count)
  }
  throw new Error(`found ${found.length} matching listings at the top of the events instead of ${count}`)
}

/** Well-stocked events that do not start during a test. */
export async function upcomingEvents(broker: Broker): Promise<WireEvent[]> {
  const { data } = await broker.call(catalogueRoutes.hotEvents, { body: {} })
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString()
  return data.filter((event) => event.event_date_local > soon && event.ticket_count >= 20)
}

/** Reloads the listing; `undefined` when it is sold out. */
export async function readListing(
  broker: Broker,
  { event, listing }: Offer,
): Promise<WireListing | undefined> {
  const { data } = await broker.call(listingsRoutes.feed, {
    query: { event_id: event.id, 'listing_id[]': [listing.id] },
  })
  return data.find(({ id, available }) => id === listing.id && available > 0)
}

export async function hold(broker: Broker, { listing }: Offer, quantity: number): Promise<void> {
  await broker.call(holdsRoutes.place, { body: [{ listing_id: listing.id, quantity }] })
}

/** Releases all holds of the broker’s team. */
export async function releaseAll(broker: Broker): Promise<void> {
  const { data } = await broker.call(holdsRoutes.list)
  if (data.length === 0) return
  await broker.call(holdsRoutes.release, {
    body: data.map(({ hold_id, quantity }) => ({ hold_id, quantity })),
  })
}
