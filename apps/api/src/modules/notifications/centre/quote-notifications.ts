import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import {
  joinParts,
  sourceOf,
  payloadStrings,
  type NotificationDraft,
  type TeamRow,
} from './notification-draft.ts'
import { readQuotes } from './notification-details.repo.ts'

const kinds = {
  'quote.viewed': { kind: 'quote_viewed', verb: 'opened', severity: 'success' },
  'quote.unopened': { kind: 'quote_unopened', verb: 'hasn’t opened', severity: 'warning' },
  'quote.accepted': { kind: 'quote_accepted', verb: 'accepted', severity: 'success' },
  'quote.declined': { kind: 'quote_declined', verb: 'declined', severity: 'warning' },
} as const satisfies Partial<Record<Topic, object>>

export const quoteNotificationTopics = Object.keys(kinds) as (keyof typeof kinds)[]

/** Notifies the whole team about client responses, and only the quote's creator about quotes without one. */
export async function draftQuoteNotifications(
  tx: Tx,
  rows: readonly TeamRow[],
): Promise<NotificationDraft[]> {
  const quotes = new Map(
    (await readQuotes(tx, payloadStrings(rows, 'quoteId'))).map((quote) => [quote.id, quote]),
  )
  return rows.flatMap((row) => {
    const quote = quotes.get(String(row.payload['quoteId']))
    if (!quote || !(row.topic in kinds)) return []
    // Checked by the line above.
    const { kind, verb, severity } = kinds[row.topic as keyof typeof kinds]
    return {
      to: { teamId: row.teamId, ...(kind === 'quote_unopened' && { accountId: quote.accountId }) },
      kind,
      severity,
      title: `Client ${verb} “${quote.title}”`,
      detail: joinParts(quote.clientName, kind === 'quote_declined' ? quote.reason : null),
      link: `/profile?tab=quotes&quote=${quote.id}`,
      source: sourceOf(row),
      at: row.at,
    }
  })
}
