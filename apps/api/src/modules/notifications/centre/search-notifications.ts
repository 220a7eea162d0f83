import { formatMoney, money } from '@terrace/domain/money/money'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { payloadStrings, type NotificationDraft, type TeamRow } from './notification-draft.ts'
import { readSearchMatches } from './notification-details.repo.ts'

export const searchNotificationTopics: readonly Topic[] = ['saved_search.matched']

/** Listings that started to match a saved search of an account, several of one search as one notification. */
export async function draftSearchNotifications(
  tx: Tx,
  rows: readonly TeamRow[],
): Promise<NotificationDraft[]> {
  const matches = await readSearchMatches(tx, payloadStrings(rows, 'alertId'))
  return matches.flatMap(({ id, accountId, name, at, matchCount, ...listing }): NotificationDraft[] => {
    const row = rows.find(({ payload }) => payload['alertId'] === id)
    if (!row) return []
    const price = formatMoney(money(listing.priceMinor, listing.currency))
    const place = listing.row === '' ? listing.section : `${listing.section}, row ${listing.row}`
    return [
      {
        to: { teamId: row.teamId, accountId },
        kind: 'search_match',
        severity: 'success',
        title: `${matchCount === 1 ? '1 listing matches' : `${matchCount} listings match`} “${name}”`,
        detail: `${listing.eventTitle}, ${matchCount === 1 ? `${place}, ${price}` : `from ${price}`}`,
        link: `/tickets/${listing.eventSlug}/${listing.eventId}#${listing.listingId}`,
        source: `search:${id}`,
        at,
      },
    ]
  })
}
