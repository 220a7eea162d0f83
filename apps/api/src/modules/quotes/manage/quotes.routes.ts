import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import { createOrderSubscriber } from '../purchase/order-subscriber.ts'
import { generateQuote, type GenerateDeps } from '../create/generate-quote.ts'
import { priceHolds } from '../pricing/price-holds.ts'
import { todaysRate } from '../pricing/exchange-rates.ts'
import { unknownCurrency } from '../quotes.errors.ts'
import { showNewQuote, showQuote, type ShowDeps } from './show-quotes.ts'

interface QuotesDeps extends GenerateDeps, ShowDeps {
  config: GenerateDeps['config'] & ShowDeps['config']
  outbox: Pick<OutboxTail, 'subscribe' | 'wake'>
}

/** Routes to create and read a broker's quotes. */
export function mountQuotes(http: HttpContext, deps: QuotesDeps): void {
  deps.outbox.subscribe(createOrderSubscriber())

  mountRoute(http, quoteCreationRoutes.generate, async ({ body, account, idempotencyKey: key, request }) => {
    const id = await generateQuote(deps, { by: account, body, key: idempotencyKey(key, body) })
    deps.outbox.wake()
    return {
      data: await showNewQuote(deps, id, { teamId: account.teamId, requestOrigin: request.headers.origin }),
    }
  })

  mountRoute(http, quoteCreationRoutes.heldCosts, async ({ query, account }) => {
    const requested = { teamId: account.teamId, currency: query.currency_to_display }
    const costs = await priceHolds(deps, requested)
    return {
      data: costs.map(({ holdId, cost, fee }) => ({
        hold_id: holdId,
        cost: toWireMoney(cost),
        service_fee: toWireMoney(fee),
      })),
    }
  })

  mountRoute(http, quoteCreationRoutes.exchangeRates, async ({ query }) => {
    const converter = await deps.rates.converterTo(query.currency_to_display)
    if (!converter?.hasCurrentRate) throw unknownCurrency()
    const currencies = [...new Set(query.from.split(','))]
    return { data: currencies.flatMap((currency) => todaysRate(converter, currency) ?? []) }
  })

  mountRoute(http, quotesRoutes.one, async ({ params, account, request }) => ({
    data: await showQuote(deps, params.quote_id, {
      teamId: account.teamId,
      requestOrigin: request.headers.origin,
    }),
  }))
}
