import { notificationsRoutes } from '@terrace/contracts/notifications'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { createSaleSubscriber } from '../sales/announce-sales.ts'
import { countUnread, insertNotifications, markRead, readNotifications } from './notifications.repo.ts'
import { createNotificationSubscriber } from './notify-accounts.ts'
import { fromWireSeverity, toWireSeverity } from './notification-severity.ts'
import { isMuted } from './recipients.repo.ts'

interface NotificationsDeps {
  db: Db
  clock: Clock
  ids: Ids
  outbox: Pick<OutboxTail, 'subscribe' | 'wake'>
  config: { serviceFeeBp: number }
}

/** Mounts the notifications centre and fills it from the outbox. */
export function mountNotifications(http: HttpContext, deps: NotificationsDeps): void {
  const { db, clock, ids, outbox } = deps
  outbox.subscribe(createNotificationSubscriber(deps))
  outbox.subscribe(createSaleSubscriber())

  mountRoute(http, notificationsRoutes.list, async ({ account }) => {
    const notifications = await readNotifications(db, account.accountId)
    return {
      data: notifications.map(({ at, readAt, severity, ...content }) => ({
        ...content,
        severity: toWireSeverity[severity],
        at: at.toISOString(),
        read: readAt !== null,
      })),
    }
  })

  mountRoute(http, notificationsRoutes.unread, async ({ account }) => ({
    data: { unread: await countUnread(db, account.accountId) },
  }))

  mountRoute(http, notificationsRoutes.record, async ({ body, account: { accountId, teamId } }) => {
    const now = clock.now().getTime()
    const added = body.messages.map((message) => {
      const [title = '', ...details] = message.text.split('\n')
      return {
        id: ids.next('ntf'),
        accountId,
        kind: 'message' as const,
        severity: fromWireSeverity(message.severity),
        title,
        detail: details.join('\n'),
        link: message.link,
        source: `page:${message.key}`,
        at: new Date(now - message.age_seconds * 1000),
      }
    })
    const unread = await inTransaction(db, async (tx) => {
      if (!(await isMuted(tx, accountId, 'message'))) {
        await insertNotifications(tx, added)
        await recordChange(tx, accountId, teamId)
      }
      return await countUnread(tx, accountId)
    })
    outbox.wake()
    return { data: { unread } }
  })

  mountRoute(http, notificationsRoutes.markRead, async ({ body, account: { accountId, teamId } }) => {
    const unread = await inTransaction(db, async (tx) => {
      const marked = await markRead(tx, { accountId, ids: body.ids, now: clock.now() })
      if (marked > 0) await recordChange(tx, accountId, teamId)
      return await countUnread(tx, accountId)
    })
    outbox.wake()
    return { data: { unread } }
  })
}

function recordChange(tx: Parameters<typeof recordEvents>[0], accountId: string, teamId: string) {
  return recordEvents(tx, [
    {
      topic: 'account.notifications_changed',
      subject: accountId,
      payload: { accounts: [{ accountId, teamId }] },
    },
  ])
}
