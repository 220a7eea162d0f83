import { quotesRoutes } from '@terrace/contracts/quotes'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '#api/audit/actor.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import { checkQuote } from '../purchase/check-quote.ts'
import { presentCheck } from '../purchase/quote-check.presenter.ts'
import { changeDetails } from './change-details.ts'
import { changeCommission } from './change-commission.ts'
import { copyQuote, type CopyDeps } from '../create/copy-quote.ts'
import { extendQuote } from './extend-quote.ts'
import { findQuotes } from './find-quotes.repo.ts'
import { reopenQuote } from './reopen-quote.ts'
import type { ClientBook } from '../client-book.ts'
import { findRecipients } from '../email/find-recipients.ts'
import { markSent } from '../email/reminders.repo.ts'
import { sendQuote } from '../email/send-quote.ts'
import { showNewQuote, showQuote, showQuotes, type Viewer, type ShowDeps } from './show-quotes.ts'
import { undoWithdrawal } from './undo-withdrawal.ts'
import { withdrawQuote } from './withdraw-quote.ts'

interface ManageDeps extends ShowDeps, CopyDeps {
  clientBook: CopyDeps['clientBook'] & Pick<ClientBook, 'readEmails' | 'readQuoteIds'>
  outbox: Pick<OutboxTail, 'wake'>
}

export function mountQuoteManagement(http: HttpContext, deps: ManageDeps): void {
  const { db, clock, outbox } = deps

  /** Responds with the quote after a change; its link uses the requesting site's origin. */
  async function respondWithQuote(id: string, viewer: Viewer) {
    outbox.wake()
    return { data: await showQuote(deps, id, viewer) }
  }

  mountRoute(http, quotesRoutes.list, async ({ query, account, request }) => {
    const { page, per_page: perPage, status, search = '' } = query
    const sort = { by: query.order_by, direction: query.sort_order }
    const { teamId } = account
    const clientId = query.client_id
    const ids =
      clientId === undefined ? null : await deps.clientBook.readQuoteIds(db, { teamId, id: clientId })
    const requested = { teamId, status, search, ids, sort, page, perPage, now: clock.now() }
    const { quotes, total } = await findQuotes(db, requested)
    return {
      data: await showQuotes(deps, quotes, viewerOf(account, request)),
      meta: pageMetaOf(total, page, perPage),
    }
  })

  mountRoute(http, quotesRoutes.withdraw, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await withdrawQuote(deps, { by: account, id }, { reason: body.reason })
    return respondWithQuote(id, viewerOf(account, request))
  })

  mountRoute(http, quotesRoutes.undoWithdrawal, async ({ params, account, request }) => {
    const id = params.quote_id
    await undoWithdrawal(deps, { by: account, id })
    return respondWithQuote(id, viewerOf(account, request))
  })

  mountRoute(http, quotesRoutes.reopen, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await reopenQuote(deps, { by: account, id }, body.quote_expiry)
    return respondWithQuote(id, viewerOf(account, request))
  })

  mountRoute(http, quotesRoutes.extend, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await extendQuote(deps, { by: account, id }, body.quote_expiry)
    return respondWithQuote(id, viewerOf(account, request))
  })

  mountRoute(http, quotesRoutes.copy, async ({ params, body, account, idempotencyKey: key, request }) => {
    const id = params.quote_id
    const copy = await copyQuote(
      deps,
      { by: account, id },
      { hours: body.quote_expiry, key: idempotencyKey(key, { id, ...body }) },
    )
    outbox.wake()
    return { data: await showNewQuote(deps, copy, viewerOf(account, request)) }
  })

  mountRoute(http, quotesRoutes.changeCommission, async ({ params, body, account, request }) => {
    const id = params.quote_id
    const requested = { method: body.commission_method, amount: body.commission_amount }
    await changeCommission(deps, { by: account, id }, requested, actorOf(account, request))
    return respondWithQuote(id, viewerOf(account, request))
  })

  mountRoute(http, quotesRoutes.changeDetails, async ({ params, body, account, request }) => {
    const id = params.quote_id
    await changeDetails(deps, { by: account, id }, body)
    return respondWithQuote(id, viewerOf(account, request))
  })

  mountRoute(http, quotesRoutes.check, async ({ params, body, account }) => {
    const requested = body.offers?.map(({ offer_id: offerId, quantity }) => ({ offerId, quantity }))
    const { teamId } = account
    return { data: presentCheck(await checkQuote(deps, { teamId, id: params.quote_id, requested })) }
  })

  mountRoute(http, quotesRoutes.recipients, async ({ query, account: { teamId } }) => {
    const recipients = await findRecipients(deps, { teamId, quoteIds: query.quote_ids.split(',') })
    return { data: recipients.map(({ quoteId, email }) => ({ quote_id: quoteId, email })) }
  })

  mountRoute(http, quotesRoutes.share, async ({ body, account: { teamId } }) => {
    const shared = await inTransaction(db, (tx) =>
      markSent(tx, { teamId, quoteIds: body.quote_ids, now: clock.now() }),
    )
    return { data: { quote_ids: shared } }
  })

  mountRoute(http, quotesRoutes.send, async ({ params, body, account, idempotencyKey: key, request }) => {
    const id = params.quote_id
    const { email, message } = body
    await sendQuote(deps, { by: account, id }, { email, message, key: idempotencyKey(key, { id, ...body }) })
    return {
      ...(await respondWithQuote(id, viewerOf(account, request))),
      message: `Quote sent to ${email}`,
    }
  })
}

function viewerOf({ teamId }: AuthenticatedAccount, { headers }: FastifyRequest): Viewer {
  return { teamId, requestOrigin: headers.origin }
}
