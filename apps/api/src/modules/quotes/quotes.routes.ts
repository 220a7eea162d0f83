import { quotesRoutes } from '@terrace/contracts/quotes'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { idempotencyKey } from '../../shared/idempotency.ts'
import { createOrderFollower } from './follow-orders.ts'
import { generateQuote, type GenerateDeps } from './generate-quote.ts'
import { priceHeld } from './price-held.ts'
import { showNewQuote, showQuote, type ShowDeps } from './show-quotes.ts'

interface QuotesDeps extends GenerateDeps, ShowDeps {
  config: GenerateDeps['config'] & ShowDeps['config']
  outbox: Pick<OutboxTail, 'subscribe' | 'wake'>
}

/** What a broker asks of quotes. */
export function mountQuotes(http: HttpContext, deps: QuotesDeps): void {
  deps.outbox.subscribe(createOrderFollower())

  mountRoute(http, quotesRoutes.generate, async ({ body, account, idempotencyKey: key, request }) => {
    const id = await generateQuote(deps, { by: account, body, key: idempotencyKey(key, body) })
    deps.outbox.wake()
    return { data: await showNewQuote(deps, id, { teamId: account.teamId, asked: request.headers.origin }) }
  })

  mountRoute(http, quotesRoutes.heldCosts, async ({ query, account }) => {
    const wanted = { teamId: account.teamId, currency: query.currency_to_display }
    const costs = await priceHeld(deps, wanted)
    return {
      data: costs.map(({ holdId, cost, fee }) => ({
        hold_id: holdId,
        cost: toWireMoney(cost),
        service_fee: toWireMoney(fee),
      })),
    }
  })

  mountRoute(http, quotesRoutes.one, async ({ params, account, request }) => ({
    data: await showQuote(deps, params.quote_id, { teamId: account.teamId, asked: request.headers.origin }),
  }))
}
