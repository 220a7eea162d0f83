import { catalogueRoutes, type WireEvent } from '@terrace/contracts/catalogue'
import { clientsRoutes } from '@terrace/contracts/clients'
import { listingsRoutes, type WireListing } from '@terrace/contracts/listings'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { trackingRoutes } from '@terrace/contracts/tracking'
import type { Broker } from '../../e2e/api.ts'
import { upcomingEvents } from '../../e2e/event-listings.ts'
import type { IsolatedServer } from '../../e2e/isolated-server.ts'

export interface Stock {
  broker: Broker
  /** Arsenal's next home game, with four tickets under £150. */
  homeGame: WireEvent
  /** Listings of which a part can be released. */
  divisible: WireListing[]
  /** One of several tracked listings; its price fell. */
  fallen: { event: WireEvent; listing: WireListing }
}

/** A client of the team's book who pays in euros. */
export const clientName = 'Grace Hopper'

/** Sets up what the jobs start from: stock, the team's quote defaults, a client, tracked listings. */
export async function prepareStock(broker: Broker, server: IsolatedServer): Promise<Stock> {
  const homeGame = await nextHomeGame(broker)
  const [{ section } = { section: '' }] = await feedOf(broker, homeGame)
  for (const price of ['95', '120', '180']) {
    const terms = ['--section', section, '--quantity', '4', '--price', price]
    await server.admin('publish', '--event', String(homeGame.id), ...terms)
  }
  await setQuoteDefaults(broker)
  await broker.call(clientsRoutes.create, {
    body: { name: clientName, company: '', email: 'grace@example.test', phone: '', currency: 'EUR' },
  })
  const others = (await upcomingEvents(broker)).filter(({ id }) => id !== homeGame.id)
  const feeds = await Promise.all(
    others.slice(0, 6).map(async (event) => ({ event, listings: await feedOf(broker, event) })),
  )
  const tracked = feeds.flatMap(({ event, listings }) =>
    listings.slice(0, 2).map((listing) => ({ event, listing })),
  )
  for (const { listing } of tracked) {
    await broker.call(trackingRoutes.track, { body: { list_id: listing.id, status: 'yes' } })
  }
  const [, , , fallen] = tracked
  if (!fallen) throw new Error('too few listings to track')
  await server.admin('reprice', fallen.listing.id, '--price', '40')
  const divisible = feeds.flatMap(({ listings }) =>
    listings
      .slice(2)
      .filter(({ splits, available }) => splits.includes(1) && available >= 2 && splits.includes(2)),
  )
  return { broker, homeGame, divisible, fallen }
}

async function nextHomeGame(broker: Broker): Promise<WireEvent> {
  const { data } = await broker.call(catalogueRoutes.content, {
    body: { type: 'performer', slug: 'arsenal' },
  })
  const game = data.events.find(({ title }) => title.startsWith('Arsenal vs '))
  if (!game) throw new Error('Arsenal has no home game')
  return game
}

async function feedOf(broker: Broker, event: WireEvent): Promise<WireListing[]> {
  return (await broker.call(listingsRoutes.feed, { query: { event_id: event.id } })).data
}

/** Ten per cent, and the client chooses one of the offers. */
async function setQuoteDefaults(broker: Broker): Promise<void> {
  const { data } = await broker.call(quoteSettingsRoutes.read)
  const { name, colour, contact_email, contact_phone, offers_alternatives, hold_on_accept, mail, defaults } =
    data
  await broker.call(quoteSettingsRoutes.change, {
    body: {
      name,
      colour,
      contact_email,
      contact_phone,
      offers_alternatives,
      hold_on_accept,
      mail,
      defaults: {
        ...defaults,
        commission_method: 'percentage',
        commission_amount: '10',
        offer_choice: 'one',
      },
    },
  })
}
