import { teamChannel, teamEvents, type QuoteNews } from '@terrace/contracts/realtime'
import type { Topic } from '../../outbox/domain-events.ts'

interface EventRow {
  topic: string
  payload: Record<string, unknown>
}

export interface TeamNews {
  channel: string
  event: string
  /** Absent: nothing but that something has changed. */
  data?: QuoteNews
}

const newsOf: Partial<Record<Topic, readonly string[]>> = {
  'order.placed': [teamEvents.countsChanged, teamEvents.ordersChanged],
  'order.tickets_added': [teamEvents.ordersChanged],
  'order.line_fulfilled': [teamEvents.ordersChanged],
  'order.line_cancelled': [teamEvents.ordersChanged],
  'order.line_refunded': [teamEvents.ordersChanged],
  'order.refund_failed': [teamEvents.ordersChanged],
  'order.issue_reported': [teamEvents.ordersChanged],
  'payment.disputed': [teamEvents.ordersChanged],
  'payment.dispute_moved': [teamEvents.ordersChanged],
  'checkout.refunded': [teamEvents.countsChanged],
  'checkout.draft_kept': [teamEvents.draftChanged],
  'tracking.alerted': [teamEvents.trackingNews],
  'hold.placed': [teamEvents.holdsChanged],
  'hold.released': [teamEvents.holdsChanged],
  'hold.paying': [teamEvents.holdsChanged],
  'hold.returned': [teamEvents.holdsChanged],
  'hold.sold': [teamEvents.holdsChanged],
  'hold.expired': [teamEvents.holdsChanged],
  'quote.viewed': [teamEvents.quotesChanged],
  'quote.accepted': [teamEvents.quotesChanged, teamEvents.countsChanged],
  'quote.declined': [teamEvents.quotesChanged, teamEvents.countsChanged],
  'quote.changed': [teamEvents.quotesChanged, teamEvents.countsChanged],
}

const quoteNewsOf: Partial<Record<Topic, QuoteNews['kind']>> = {
  'quote.viewed': 'viewed',
  'quote.accepted': 'accepted',
  'quote.declined': 'declined',
  'quote.changed': 'changed',
}

export const forwardedTopics: readonly string[] = Object.keys(newsOf)

/** What teams are told of these rows of the outbox; ten holds of one batch are one piece of news. */
export function newsFrom(rows: readonly EventRow[]): TeamNews[] {
  const news = new Map<string, TeamNews>()
  for (const { topic, payload } of rows) {
    const { teamId, quoteId } = payload
    // The records' keys are topics; a row of any other is found to have no news.
    const events = newsOf[topic as Topic]
    const kind = quoteNewsOf[topic as Topic]
    if (events === undefined || typeof teamId !== 'string') continue
    for (const event of events) {
      const data =
        event === teamEvents.quotesChanged && kind !== undefined && typeof quoteId === 'string'
          ? { quote_id: quoteId, kind }
          : undefined
      news.set([event, teamId, data?.quote_id, data?.kind].join(' '), {
        channel: teamChannel(teamId),
        event,
        ...(data && { data }),
      })
    }
  }
  return [...news.values()]
}
