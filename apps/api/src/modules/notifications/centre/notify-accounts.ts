import type { Tx } from '#api/db/transaction.ts'
import { recordEvents, type OutboxRow } from '#api/outbox/outbox.repo.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { insertNotificationsAsOnlyWriter } from './notifications.repo.ts'
import { draftInventoryNotices, inventoryNoticeTopics } from './inventory-notifications.ts'
import { orderNotificationTopics, draftOrderNotifications } from './order-notifications.ts'
import { quoteNotificationTopics, draftQuoteNotifications } from './quote-notifications.ts'
import { readRecipients, type Recipient } from './recipients.repo.ts'
import type { NotificationDraft, TeamRow } from './notification-draft.ts'
import { draftRuleNotifications, ruleNotificationTopics } from './rule-notifications.ts'
import { draftSellerNotifications, sellerNotificationTopics } from './seller-notifications.ts'
import { draftSupplyNotifications, supplyNotificationTopics } from './supply-notifications.ts'
import { draftSearchNotifications, searchNotificationTopics } from './search-notifications.ts'
import {
  alertNotificationTopics,
  holdNotificationTopics,
  draftAlertNotifications,
  draftExpiryNotifications,
} from './stock-notifications.ts'

const sources = [
  { topics: quoteNotificationTopics, draft: draftQuoteNotifications },
  { topics: orderNotificationTopics, draft: draftOrderNotifications },
  { topics: holdNotificationTopics, draft: draftExpiryNotifications },
  { topics: supplyNotificationTopics, draft: draftSupplyNotifications },
  { topics: alertNotificationTopics, draft: draftAlertNotifications },
  { topics: searchNotificationTopics, draft: draftSearchNotifications },
  { topics: inventoryNoticeTopics, draft: draftInventoryNotices },
  { topics: ruleNotificationTopics, draft: draftRuleNotifications },
  { topics: sellerNotificationTopics, draft: draftSellerNotifications },
]

/** Writes notifications in the transaction that moves the cursor. */
export function createNotificationSubscriber({
  ids,
  config,
}: {
  ids: Ids
  config: { serviceFeeBp: number }
}): DurableSubscriber {
  return {
    name: 'notifications.centre',
    topics: [...new Set(sources.flatMap(({ topics }) => topics))],
    async handle(tx, rows) {
      const teamRows = rows.flatMap(toTeamRow)
      const drafts: NotificationDraft[] = []
      for (const { topics, draft } of sources) {
        const relevant = teamRows.filter(({ topic }) => topics.some((known) => known === topic))
        if (relevant.length > 0) drafts.push(...(await draft(tx, relevant, config.serviceFeeBp)))
      }
      if (drafts.length > 0) await notify(tx, drafts, ids)
    },
  }
}

async function notify(tx: Tx, drafts: readonly NotificationDraft[], ids: Ids): Promise<void> {
  const accounts = await readRecipients(tx, [...new Set(drafts.map(({ to }) => to.teamId))])
  const notified = new Map<string, string>()
  const added = drafts.flatMap(({ to, ...content }) =>
    recipientsOf(to, accounts)
      .filter(({ muted }) => !muted.includes(content.kind))
      .map(({ accountId, teamId }) => {
        notified.set(accountId, teamId)
        return { ...content, accountId, id: ids.next('ntf') }
      }),
  )
  await insertNotificationsAsOnlyWriter(tx, added)
  const changed = [...notified].map(([accountId, teamId]) => ({ accountId, teamId }))
  const [first] = changed
  if (!first) return
  await recordEvents(tx, [
    { topic: 'account.notifications_changed', subject: first.accountId, payload: { accounts: changed } },
  ])
}

function recipientsOf(
  { teamId, accountId, permission, seesMoney }: NotificationDraft['to'],
  accounts: readonly Recipient[],
): readonly Recipient[] {
  const team = accounts.filter(
    ({ teamId: ofTeam, isOwner, permissions }) =>
      ofTeam === teamId &&
      (permission === undefined || isOwner || permissions.includes(permission)) &&
      (seesMoney === undefined || seesMoney === (isOwner || permissions.includes('money'))),
  )
  if (accountId === undefined) return team
  const found = team.filter((account) => account.accountId === accountId)
  return found.length > 0 ? found : team.filter(({ isOwner }) => isOwner)
}

function toTeamRow({ id, topic, payload, occurred_at: at }: OutboxRow): TeamRow[] {
  const { teamId } = payload
  return typeof teamId === 'string' ? [{ id, topic, teamId, at, payload }] : []
}
