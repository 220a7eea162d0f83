import { teamChannel, teamEvents } from '@terrace/contracts/realtime'
import type { Topic } from '../../outbox/domain-events.ts'

interface EventRow {
  topic: string
  payload: Record<string, unknown>
}

export interface TeamNews {
  channel: string
  event: string
}

const newsOf: Partial<Record<Topic, string>> = {
  'order.placed': teamEvents.countsChanged,
  'checkout.refunded': teamEvents.countsChanged,
  'tracking.alerted': teamEvents.trackingNews,
  'hold.placed': teamEvents.holdsChanged,
  'hold.released': teamEvents.holdsChanged,
  'hold.paying': teamEvents.holdsChanged,
  'hold.returned': teamEvents.holdsChanged,
  'hold.sold': teamEvents.holdsChanged,
  'hold.expired': teamEvents.holdsChanged,
}

export const forwardedTopics: readonly string[] = Object.keys(newsOf)

/** What teams are told of these rows of the outbox; ten holds of one batch are one piece of news. */
export function newsFrom(rows: readonly EventRow[]): TeamNews[] {
  const news = new Map<string, TeamNews>()
  for (const { topic, payload } of rows) {
    // The record's keys are topics; a row of any other is found to have no news.
    const event = newsOf[topic as Topic]
    const teamId = payload['teamId']
    if (event === undefined || typeof teamId !== 'string') continue
    news.set(`${event} ${teamId}`, { channel: teamChannel(teamId), event })
  }
  return [...news.values()]
}
