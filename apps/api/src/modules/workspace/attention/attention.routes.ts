import { attentionRoutes, maxAttentionItems } from '@terrace/contracts/attention'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { showLatestQuotes, type ShowDeps } from '#api/modules/quotes/index.ts'
import { presentItems } from './attention.presenter.ts'
import { deleteDismissal, insertDismissal } from './dismissals.repo.ts'
import { readAttention } from './read-attention.ts'

interface AttentionRouteDeps extends ShowDeps {
  config: ShowDeps['config'] & { holdMinutes: number; serviceFeeBp: number }
  outbox: Pick<OutboxTail, 'wake'>
}

/** Mounts the "Needs attention" section of the home page. */
export function mountAttention(http: HttpContext, deps: AttentionRouteDeps): void {
  const { db, clock, outbox, config } = deps

  mountRoute(http, attentionRoutes.read, async ({ account, request }) => {
    const attention = await readAttention(deps, account)
    const shownQuotes = await showLatestQuotes(
      deps,
      { ids: attention.quotes.map(({ id }) => id), limit: maxAttentionItems },
      { teamId: account.teamId, requestOrigin: request.headers.origin },
    )
    const { holds, deliveries, quoteCount, dropCount, refreshAt } = attention
    return {
      data: presentItems(
        {
          ...attention,
          holds: holds.slice(0, maxAttentionItems),
          deliveries: deliveries.slice(0, maxAttentionItems),
        },
        shownQuotes,
        { now: clock.now(), feeBp: config.serviceFeeBp },
      ),
      meta: {
        counts: {
          hold_groups: holds.length,
          quotes: quoteCount,
          price_drops: dropCount,
          late_deliveries: deliveries.length,
        },
        hold_count: holds.reduce((sum, { holdIds }) => sum + holdIds.length, 0),
        refresh_at: refreshAt.toISOString(),
      },
    }
  })

  mountRoute(http, attentionRoutes.dismiss, async ({ body, account: { accountId, teamId } }) => {
    const { id: subject, version, dismissed } = body
    await inTransaction(db, async (tx) => {
      if (dismissed) await insertDismissal(tx, { accountId, teamId, subject, version, at: clock.now() })
      else await deleteDismissal(tx, { accountId, subject, version })
      // Reloads the list on the account's other devices.
      await recordEvents(tx, [
        { topic: 'account.attention_changed', subject: accountId, payload: { accountId, teamId } },
      ])
    })
    outbox.wake()
    return { data: { id: subject, dismissed } }
  })
}
