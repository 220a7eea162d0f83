import { catalogueRoutes, type WireEvent } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import type { Broker } from './api.ts'

/** A listing that a test is about, and where it stands. */
export interface Offer {
  event: WireEvent
  listing: WireListing
}

/** Rows that are drawn without scrolling, on a phone too. */
const inSight = 4

/** A listing near the top of some event's list that suits. The stock is the same in every run, what was bought of it is not. */
export async function findOffer(broker: Broker, suits: (listing: WireListing) => boolean): Promise<Offer> {
  const [offer] = await findOffers(broker, 1, suits)
  if (!offer) throw new Error('one was asked for, and none was found')
  return offer
}

/** So many of them. */
export async function findOffers(
  broker: Broker,
  count: number,
  suits: (listing: WireListing) => boolean,
): Promise<Offer[]> {
  const found: Offer[] = []
  for (const event of await eventsAhead(broker)) {
    const { data } = await broker.call(listingsRoutes.feed, { query: { event_id: event.id } })
    const suitable = data.slice(0, inSight).filter((listing) => suits(listing))
    found.push(...suitable.map((listing) => ({ event, listing })))
    if (found.length >= count) return found.slice(0, count)
  }
  throw new Error(`there are ${found.length} such listings among the first of the events, not ${count}`)
}

/** Well-stocked events that neither start nor change while a test runs. */
export async function eventsAhead(broker: Broker): Promise<WireEvent[]> {
  const { data } = await broker.call(catalogueRoutes.hotEvents, { body: {} })
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString()
  return data.filter((event) => event.event_date_local > soon && event.ticket_count >= 20)
}

/** The listing as it can be bought now; undefined where nothing of it is left. */
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

/** Gives back whatever the broker's team holds. */
export async function releaseAll(broker: Broker): Promise<void> {
  const { data } = await broker.call(holdsRoutes.list)
  if (data.length === 0) return
  await broker.call(holdsRoutes.release, {
    body: data.map(({ hold_id, quantity }) => ({ hold_id, quantity })),
  })
}
