import { clientsRoutes } from '@terrace/contracts/clients'
import { callerOf } from '#api/audit/caller.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import { cpuMsSince } from '#api/shared/cpu-time.ts'
import { idempotencyKey } from '#api/shared/idempotency.ts'
import {
  countOrdersOfClient,
  presentOrder,
  readOrderNumbers,
  readOrdersOfClient,
} from '#api/modules/orders/index.ts'
import { readQuoteTitles, showLatestQuotes, type ShowDeps } from '#api/modules/quotes/index.ts'
import { isOwner } from '#api/modules/teams/index.ts'
import { clientErrors } from './clients.errors.ts'
import { presentClient, presentProposal } from './clients.presenter.ts'
import { findClient, readClients } from './clients.repo.ts'
import { readOpenProposals } from './linking/client-proposals.repo.ts'
import { readQuoteIds } from './linking/client-quotes.repo.ts'
import { acceptProposal, dismissProposal } from './linking/decide-proposal.ts'
import { createOrderSubscriber } from './linking/update-from-orders.ts'
import { createClientSubscriber } from './linking/update-from-quotes.ts'
import { createBookReader } from './manage/book-reader.ts'
import { removeClients } from './manage/delete-clients.ts'
import { exportClients } from './manage/export-clients.ts'
import { readEntry } from './manage/read-entry.ts'
import { createClient, editClient, type ClientDeps } from './manage/save-client.ts'
import { searchClients } from './manage/search-clients.ts'

interface ClientRoutesDeps extends ClientDeps, ShowDeps {
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
  outbox: Pick<OutboxTail, 'subscribe'>
}

/** Latest quotes and orders on a client's page. */
const shownPerClient = 20

export function mountClients(http: HttpContext, deps: ClientRoutesDeps): void {
  const { db, clock, fieldCipher } = deps
  const books = createBookReader(deps)
  deps.outbox.subscribe(createClientSubscriber(deps))
  deps.outbox.subscribe(createOrderSubscriber(deps))

  mountRoute(http, clientsRoutes.list, async ({ query, account, request }) => {
    const now = clock.now()
    const spender = { request, accountId: account.accountId }
    deps.work.assertBudgetLeft(spender)
    const all = await books.read(account.teamId, (ms) => deps.work.charge(spender, ms))
    const from = process.threadCpuUsage()
    const { clients, total, unusedCount } = searchClients(all, query, now)
    deps.work.charge(spender, cpuMsSince(from))
    const { page, per_page: perPage } = query
    return {
      data: clients.map((client) => presentClient(client, now)),
      meta: {
        ...pageMetaOf(total, page, perPage),
        unused: unusedCount,
        is_owner: await isOwner(db, account),
      },
    }
  })

  mountRoute(http, clientsRoutes.one, async ({ params, account, request }) => {
    const { teamId } = account
    const client = await findClient(db, fieldCipher, { teamId, id: params.client_id })
    if (!client) throw clientErrors.make('client.not_found')
    const quoteIds = await readQuoteIds(db, client.id)
    const viewer = { teamId, requestOrigin: request.headers.origin }
    const ofClient = { teamId, clientId: client.id, quoteIds }
    const [quotes, orders, orderCount] = await Promise.all([
      showLatestQuotes(deps, { ids: quoteIds, limit: shownPerClient }, viewer),
      readOrdersOfClient(db, { ...ofClient, limit: shownPerClient }),
      countOrdersOfClient(db, ofClient),
    ])
    return {
      data: {
        client: presentClient(client, clock.now()),
        quotes,
        orders: orders.map(presentOrder),
        quote_count: quoteIds.length,
        order_count: orderCount,
        is_owner: await isOwner(db, account),
      },
    }
  })

  mountRoute(http, clientsRoutes.create, async ({ body, account, idempotencyKey: key }) => {
    const client = await createClient(deps, account, {
      entry: readEntry(body),
      key: idempotencyKey(key, body),
    })
    return { data: presentClient(client, clock.now()) }
  })

  mountRoute(http, clientsRoutes.update, async ({ params, body, account }) => {
    const { version } = body
    const client = await editClient(deps, account, { id: params.client_id, version, entry: readEntry(body) })
    return { data: presentClient(client, clock.now()) }
  })

  mountRoute(http, clientsRoutes.remove, async ({ params, account, request }) => {
    const removed = await removeClients(deps, account, {
      ids: [params.client_id],
      caller: callerOf(request),
    })
    if (removed === 0) throw clientErrors.make('client.not_found')
    return { data: { removed } }
  })

  mountRoute(http, clientsRoutes.removeUnused, async ({ account, request }) => ({
    data: { removed: await removeClients(deps, account, { caller: callerOf(request) }) },
  }))

  mountRoute(http, clientsRoutes.removeSelected, async ({ body, account, request }) => {
    const { client_ids: ids } = body
    return { data: { removed: await removeClients(deps, account, { ids, caller: callerOf(request) }) } }
  })

  mountRoute(http, clientsRoutes.export, async ({ account, request }) => ({
    data: {
      filename: 'clients.csv',
      csv: await exportClients(deps, account, { caller: callerOf(request) }),
    },
  }))

  mountRoute(http, clientsRoutes.exportSelected, async ({ body, account, request }) => ({
    data: {
      filename: 'clients.csv',
      csv: await exportClients(deps, account, { ids: body.client_ids, caller: callerOf(request) }),
    },
  }))

  mountRoute(http, clientsRoutes.proposals, async ({ account }) => {
    const { teamId } = account
    const proposals = await readOpenProposals(db, fieldCipher, { teamId })
    const [titles, numbers, clients] = await Promise.all([
      readQuoteTitles(
        db,
        proposals.flatMap(({ quoteId }) => quoteId ?? []),
      ),
      readOrderNumbers(
        db,
        proposals.flatMap(({ orderId }) => orderId ?? []),
      ),
      readClients(db, fieldCipher, { teamId, ids: proposals.flatMap(({ clientId }) => clientId ?? []) }),
    ])
    const data = proposals.map((proposal) =>
      presentProposal({
        proposal: {
          ...proposal,
          quoteTitle: titles.get(proposal.quoteId ?? '') ?? '',
          orderNumber: numbers.get(proposal.orderId ?? '') ?? '',
        },
        client: clients.find(({ id }) => id === proposal.clientId),
      }),
    )
    return { data }
  })

  mountRoute(http, clientsRoutes.acceptProposal, async ({ params, account }) => ({
    data: presentClient(await acceptProposal(deps, account, params.proposal_id), clock.now()),
  }))

  mountRoute(http, clientsRoutes.dismissProposal, async ({ params, account }) => {
    await dismissProposal(deps, account, params.proposal_id)
    return { data: { status: true } }
  })
}
