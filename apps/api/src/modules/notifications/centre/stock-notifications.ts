import { formatMoney, money } from '@terrace/domain/money/money'
import { allInPrice, type BasisPoints } from '@terrace/domain/money/service-fee'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { payloadStrings, type NotificationDraft, type TeamRow } from './notification-draft.ts'
import {
  readAlerts,
  readExpiredHolds,
  type AlertDetails,
  type ExpiredHoldDetails,
} from './notification-details.repo.ts'

/** A declined payment returns its holds, which may have expired in the meantime. */
export const holdNotificationTopics: readonly Topic[] = ['hold.expired', 'hold.reactivated']
export const alertNotificationTopics: readonly Topic[] = ['tracking.alerted']

const eventLink = ({ eventSlug, eventId }: { eventSlug: string; eventId: number }) =>
  `/tickets/${eventSlug}/${eventId}`

/** Expired holds for the account that placed them: one notification per event, because holds placed together expire together. */
export async function draftExpiryNotifications(
  tx: Tx,
  rows: readonly TeamRow[],
): Promise<NotificationDraft[]> {
  const holds = await readExpiredHolds(tx, payloadStrings(rows, 'holdId'))
  const groups = Map.groupBy(holds, ({ accountId, eventId }) => `${accountId} ${eventId}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const row = rows.find(({ payload }) => payload['holdId'] === first?.id)
    return first && row ? [expiredHolds(group, first, row)] : []
  })
}

function expiredHolds(
  group: readonly ExpiredHoldDetails[],
  first: ExpiredHoldDetails,
  row: TeamRow,
): NotificationDraft {
  const tickets = formatTickets(group.reduce((sum, { quantity }) => sum + quantity, 0))
  return {
    to: { teamId: row.teamId, accountId: first.accountId },
    kind: 'hold_expired',
    severity: 'warning',
    title: group.length === 1 ? `Hold expired: ${tickets}` : `${group.length} holds expired: ${tickets}`,
    detail: first.eventTitle,
    link: eventLink(first),
    source: `hold_expired:${first.id}`,
    at: row.at,
  }
}

/** Price drops and low stock of listings that an account tracks, with all-in prices. */
export async function draftAlertNotifications(
  tx: Tx,
  rows: readonly TeamRow[],
  feeBp: BasisPoints,
): Promise<NotificationDraft[]> {
  const alerted = rows.flatMap(({ payload: { accountId, at } }) =>
    typeof accountId === 'string' && typeof at === 'string' ? [{ accountId, at }] : [],
  )
  const alerts = await readAlerts(tx, alerted)
  return alerts.flatMap((alert) => {
    const row = rows.find(({ payload }) => payload['accountId'] === alert.accountId)
    return row ? [alertNotification(alert, row.teamId, feeBp)] : []
  })
}

function alertNotification(alert: AlertDetails, teamId: string, feeBp: BasisPoints): NotificationDraft {
  const { accountId, id, at, kind, section, row, currency, eventTitle, listingId } = alert
  const allIn = (minor: number) => formatMoney(allInPrice(money(minor, currency), feeBp))
  const price = allIn(alert.currentMinor)
  const place = row === '' ? section : `${section}, row ${row}`
  return {
    to: { teamId, accountId },
    kind,
    severity: kind === 'price_drop' ? 'success' : 'warning',
    title:
      kind === 'price_drop'
        ? `Price drop: ${price} all-in, was ${allIn(alert.previousMinor)}`
        : `Only ${formatTickets(alert.available)} left at ${price} all-in`,
    detail: `${eventTitle}, ${place}`,
    link: `${eventLink(alert)}#${listingId}`,
    source: `alert:${id}`,
    at,
  }
}
