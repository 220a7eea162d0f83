import { quotesRoutes } from '@terrace/contracts/quotes'
import type { FastifyRequest } from 'fastify'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { idempotencyKey } from '../../shared/idempotency.ts'
import { checkQuote } from './check-quote.ts'
import { presentCheck } from './checked.presenter.ts'
import { changeCommission } from './change-commission.ts'
import { copyQuote, type CopyDeps } from './copy-quote.ts'
import { extendQuote } from './extend-quote.ts'
import { findQuotes } from './find-quotes.repo.ts'
import { reviveQuote } from './revive-quote.ts'
import { sendQuote } from './send-quote.ts'
import { showNewQuote, showQuote, showQuotes, type Asker, type ShowDeps } from './show-quotes.ts'
import { withdrawQuote } from './withdraw-quote.ts'

interface ManageDeps extends ShowDeps, CopyDeps {
  outbox: Pick<OutboxTail, 'wake'>
}

/** What a broker does with the quotes that there are. */
export function mountQuoteDesk(http: HttpContext, deps: ManageDeps): void {
  const { db, clock, outbox } = deps

  /** The quote as it is after a change; links lead to the site that was asked. */
  async function changed(id: string, asker: Asker) {
    outbox.wake()
    return { data: await showQuote(deps, id, asker) }
  }

  mountRoute(http, quotesRoutes.list, async ({ query, account, request }) => {
    const { page, per_page: perPage, status, search = '' } = query
    const wanted = { teamId: account.teamId, status, search, page, perPage, now: clock.now() }
    const { quotes, total } = await findQuotes(db, wanted)
    return {
      data: await showQuotes(deps, quotes, askerOf(account, request)),
      meta: { total, page, per_page: perPage, last_page: Math.max(1, Math.ceil(total / perPage)) },
    }
  })

  mountRoute(http, quotesRoutes.withdraw, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await withdrawQuote(deps, { by: account, id }, { reason: body.reason })
    return changed(id, askerOf(account, request))
  })

  mountRoute(http, quotesRoutes.revive, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await reviveQuote(deps, { by: account, id }, body.quote_expiry)
    return changed(id, askerOf(account, request))
  })

  mountRoute(http, quotesRoutes.extend, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await extendQuote(deps, { by: account, id }, body.quote_expiry)
    return changed(id, askerOf(account, request))
  })

  mountRoute(http, quotesRoutes.copy, async ({ params, body, account, idempotencyKey: key, request }) => {
    const id = params.quote_id
    const copy = await copyQuote(
      deps,
      { by: account, id },
      { hours: body.quote_expiry, key: idempotencyKey(key, { id, ...body }) },
    )
    outbox.wake()
    return { data: await showNewQuote(deps, copy, askerOf(account, request)) }
  })

  mountRoute(http, quotesRoutes.changeCommission, async ({ params, body, account, request }) => {
    const id = params.quote_id
    const wanted = { method: body.commission_method, amount: body.commission_amount }
    await changeCommission(deps, { by: account, id }, wanted)
    return changed(id, askerOf(account, request))
  })

  mountRoute(http, quotesRoutes.check, async ({ params, body, account }) => {
    const wanted = body.offers?.map(({ offer_id: offerId, quantity }) => ({ offerId, quantity }))
    const { teamId } = account
    return { data: presentCheck(await checkQuote(deps, { teamId, id: params.quote_id, wanted })) }
  })

  mountRoute(http, quotesRoutes.send, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await sendQuote(deps, { by: account, id }, { email: body.email, message: body.message })
    return {
      ...(await changed(id, askerOf(account, request))),
      message: `The quote is on its way to ${body.email}`,
    }
  })
}

function askerOf({ teamId }: SignedIn, { headers }: FastifyRequest): Asker {
  return { teamId, asked: headers.origin }
}
