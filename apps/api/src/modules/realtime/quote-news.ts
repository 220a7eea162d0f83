import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { quoteTopics } from '#api/outbox/domain-events.ts'
import type { Tx } from '#api/db/transaction.ts'
import { eventNewsTopics } from './event-news.ts'
import type { RealtimeApp } from './realtime.port.ts'

/*
 * What whoever looks at a quote is told: that something has changed, and nothing else. Visitors have no login that could let
 * them into a private channel, so theirs are public ones whose names cannot be guessed: made with the app's secret, which all
 * processes have, from what nobody outside could tell apart.
 */

interface Row {
  topic: string
  payload: Record<string, unknown>
}

/** What comes together within this is told once, and by then every process has heard of it: who asks is not told the past. */
const gatherMs = 250

const ofQuotes: ReadonlySet<string> = new Set(quoteTopics)
const ofEvents: ReadonlySet<string> = new Set(eventNewsTopics)

const hidden = ({ secret }: RealtimeApp, of: string): string =>
  `quote-${createHmac('sha256', secret).update(`channel of ${of}`).digest('base64url')}`

const quoteChannel = (app: RealtimeApp, quoteId: string) => hidden(app, `quote ${quoteId}`)
const eventChannel = (app: RealtimeApp, eventId: number) => hidden(app, `quotes of event ${eventId}`)

export function quoteChannels(
  app: RealtimeApp,
  { quoteId, eventId }: { quoteId: string; eventId: number },
): string[] {
  return [quoteChannel(app, quoteId), eventChannel(app, eventId)]
}

function quoteIdOf({ topic, payload: { quoteId } }: Row): string[] {
  return ofQuotes.has(topic) && typeof quoteId === 'string' ? [quoteId] : []
}

function eventIdOf({ topic, payload: { eventId } }: Row): number[] {
  return ofEvents.has(topic) && typeof eventId === 'number' ? [eventId] : []
}

/** The channels that are to be told of these rows; of an event's stock only where a quote of it can still be seen. */
export async function quoteChannelsOf(tx: Tx, app: RealtimeApp, rows: readonly Row[]): Promise<string[]> {
  const quoteIds = new Set(rows.flatMap(quoteIdOf))
  const eventIds = new Set(rows.flatMap(eventIdOf))
  const watched = eventIds.size > 0 ? await readQuotedEvents(tx, [...eventIds]) : []
  return [...[...quoteIds].map((id) => quoteChannel(app, id)), ...watched.map((id) => eventChannel(app, id))]
}

async function readQuotedEvents(tx: Tx, eventIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from events_with_open_quotes(${eventIds}) id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

interface QuoteNewsOptions {
  app: RealtimeApp
  isHeard: (channel: string) => boolean
  tell: (channel: string) => void
}

/** Tells the listeners of this process, each channel at most once every {@link gatherMs}. */
export function createQuoteNews({ app, isHeard, tell }: QuoteNewsOptions) {
  let waiting = new Set<string>()

  function tellAll(): void {
    const channels = waiting
    waiting = new Set()
    for (const channel of channels) tell(channel)
  }

  return {
    hear(rows: readonly Row[]): void {
      const channels = [
        ...new Set(rows.flatMap(quoteIdOf)).values().map((id) => quoteChannel(app, id)),
        ...new Set(rows.flatMap(eventIdOf)).values().map((id) => eventChannel(app, id)),
      ].filter(isHeard)
      if (channels.length > 0 && waiting.size === 0) setTimeout(tellAll, gatherMs).unref()
      for (const channel of channels) waiting.add(channel)
    },
  }
}
