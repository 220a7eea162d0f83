import { checkoutRoutes } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { quotePageRoutes, refusedOffer } from '@terrace/contracts/quote-page'
import { quotesRoutes, type QuoteBodyInput } from '@terrace/contracts/quotes'
import { sql } from 'kysely'
import { z } from 'zod'
import { buildMarket } from './build-market.ts'
import type { Caller } from './build-test-app.ts'
import { purchaseBody } from './purchase-body.ts'

/** A person's browser. */
export const browserName =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

/** Offers of one listing or more, two tickets of each. */
export const ofListings = (...ids: string[]) => ({
  listings: ids.map((listing_id) => ({ listing_id, quantity: 2 })),
})

/** A yes to all that is offered. */
export const allOf = (offers: readonly { id: string; quantity: number }[]) =>
  offers.map(({ id, quantity }) => ({ offer_id: id, quantity }))

const refusals = z.object({ lines: z.array(refusedOffer) })

/** Why which offers could not be accepted. */
export const refusedLines = ({ errors }: { errors: object }) => refusals.parse(errors).lines

export type QuoteMarket = Awaited<ReturnType<typeof buildQuoteMarket>>

/** A market with a broker who quotes to clients: the ground on which tests of quotes stand. */
export async function buildQuoteMarket(options: Parameters<typeof buildMarket>[0] = {}) {
  const market = await buildMarket(options)
  const broker = await market.addBuyer()
  const { books } = market.deps
  let visitors = 0
  /** Each visitor calls from an address of their own. */
  const nextAddress = () => `198.18.${Math.floor((visitors += 1) / 250)}.${(visitors % 250) + 1}`

  return {
    ...market,
    broker,
    /** A listing of which the event's book learns, whether or not it is loaded. */
    async list(values: Parameters<typeof market.list>[0] = {}) {
      const id = await market.list(values)
      books.doubt(values.eventId ?? market.eventId)
      return id
    },
    /** Changes a listing past every command, and has the event's book look again. */
    async change(listingId: string, values: { priceMinor?: number; sold?: number }) {
      const { rows } = await sql<{ eventId: number }>`
        update listings set price_minor = coalesce(${values.priceMinor ?? null}, price_minor),
          sold = coalesce(${values.sold ?? null}, sold), version = version + 1
        where id = ${listingId} returning event_id as "eventId"`.execute(market.db)
      for (const { eventId } of rows) books.doubt(eventId)
    },
    /** A quote at 10 % by the broker, or by somebody else; of the whole event unless listings or holds are given. */
    async quote(values: Partial<QuoteBodyInput> = {}, by: Caller = broker) {
      const body: QuoteBodyInput = {
        event_id: market.eventId,
        title: 'Two for the derby',
        quote_expiry: 4,
        currency_to_display: 'GBP',
        commission_method: 'percentage',
        commission_amount: '10',
        ...values,
      }
      return (await by.call(quotesRoutes.generate, { body })).data.data
    },
    /** The broker buys so many tickets of the listing for the quote. */
    async buyFor(quote: { id: string; slug: string }, listing_id: string, quantity: number) {
      const held = await broker.call(holdsRoutes.place, {
        body: [{ listing_id, quantity, quote_ref: quote.id }],
      })
      const body = { ...purchaseBody(held.data.data), quote_slug: quote.slug }
      const { order } = (await broker.call(checkoutRoutes.buy, { body })).data.data
      if (!order) throw new Error('nothing was bought')
      // What is kept of the quote hears of it.
      await market.deps.outbox.drain()
      return order
    },
    /** Whether a yes holds the tickets, and how many at most. */
    async holdOnAccept(isOn: boolean, atMost = 8) {
      const { teamId } = broker
      await sql`insert into team_quote_settings (team_id, holds_on_accept, hold_at_most)
        values (${teamId}, ${isOn}, ${atMost})
        on conflict (team_id) do update set holds_on_accept = excluded.holds_on_accept,
          hold_at_most = excluded.hold_at_most`.execute(market.db)
      await sql`insert into outbox (topic, subject, payload) values ('quote_settings.changed', ${teamId},
        jsonb_build_object('teamId', ${teamId}::text))`.execute(market.db)
      await market.deps.outbox.drain()
    },
    /** The quote as its broker sees it. */
    quoteNow: async (id: string, by: Caller = broker) =>
      (await by.call(quotesRoutes.one, { params: { quote_id: id } })).data.data,
    /** The quote as its client sees it. */
    look: (slug: string) =>
      market.visitor.call(quotePageRoutes.details, { address: nextAddress(), body: { slug } }),
    accept: (slug: string, offers: { offer_id: string; quantity: number; price?: string }[], name = 'Ada') =>
      market.visitor.call(quotePageRoutes.accept, {
        address: nextAddress(),
        body: { slug, name, email: 'ada@example.test', offers },
      }),
    decline: (slug: string, reason?: string) =>
      market.visitor.call(quotePageRoutes.decline, {
        address: nextAddress(),
        body: { slug, ...(reason !== undefined && { reason }) },
      }),
  }
}
