import { formatMoney, money } from '@terrace/domain/money/money'
import { allInPrice, type BasisPoints } from '@terrace/domain/money/service-fee'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { payloadStrings, type NotificationDraft, type TeamRow } from './notification-draft.ts'
import { readSearchMatches } from './notification-details.repo.ts'

export const searchNotificationTopics: readonly Topic[] = ['saved_search.matched']

/** Listings that started to match a saved search of an account, several of one search as one notification. Prices
 * are all-in. */
export async function draftSearchNotifications(
  tx: Tx,
  rows: readonly TeamRow[],
  feeBp: BasisPoints,
): Promise<NotificationDraft[]> {
  const matches = await readSearchMatches(tx, payloadStrings(rows, 'alertId'))
  return matches.flatMap(({ id, accountId, name, at, matchCount, ...listing }): NotificationDraft[] => {
    const row = rows.find(({ payload }) => payload['alertId'] === id)
    if (!row) return []
    const price = formatMoney(allInPrice(money(listing.priceMinor, listing.currency), feeBp))
    const place = listing.row === '' ? listing.section : `${listing.section}, row ${listing.row}`
    return [
      {
        to: { teamId: row.teamId, accountId },
        kind: 'search_match',
        severity: 'success',
        title: `${matchCount === 1 ? '1 listing matches' : `${matchCount} listings match`} “${name}”`,
        detail: `${listing.eventTitle}, ${matchCount === 1 ? `${place}, ${price} all-in` : `all-in from ${price}`}`,
        link: `/tickets/${listing.eventSlug}/${listing.eventId}#${listing.listingId}`,
        source: `search:${id}`,
        at,
      },
    ]
  })
}
