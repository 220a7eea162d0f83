import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { quoteTopics } from '#api/outbox/domain-events.ts'
import type { Tx } from '#api/db/transaction.ts'
import { eventUpdateTopics } from './event-broadcaster.ts'
import type { PusherApp } from '@terrace/pusher-server/pusher-app'

/*
 * Notifies viewers of a quote that something has changed, without content. Clients have no session for a private
 * channel, so channel names are unguessable: they are derived from the app's secret.
 */

interface Row {
  topic: string
  payload: Record<string, unknown>
}

/** Messages wait this long, so that the other processes know of the change when viewers fetch it. */
const batchWindowMs = 250

const quoteTopicSet: ReadonlySet<string> = new Set(quoteTopics)
const eventTopicSet: ReadonlySet<string> = new Set(eventUpdateTopics)

const unguessableName = ({ secret }: PusherApp, of: string): string =>
  `quote-${createHmac('sha256', secret).update(`channel of ${of}`).digest('base64url')}`

const quoteChannel = (app: PusherApp, quoteId: string) => unguessableName(app, `quote ${quoteId}`)
const eventChannel = (app: PusherApp, eventId: number) => unguessableName(app, `quotes of event ${eventId}`)

export function quoteChannels(
  app: PusherApp,
  { quoteId, eventId }: { quoteId: string; eventId: number },
): string[] {
  return [quoteChannel(app, quoteId), eventChannel(app, eventId)]
}

function quoteIdOf({ topic, payload: { quoteId } }: Row): string[] {
  return quoteTopicSet.has(topic) && typeof quoteId === 'string' ? [quoteId] : []
}

function eventIdOf({ topic, payload: { eventId } }: Row): number[] {
  return eventTopicSet.has(topic) && typeof eventId === 'number' ? [eventId] : []
}

/** The channels to notify for these rows. Events are included only while a quote of them is open. */
export async function quoteChannelsOf(tx: Tx, app: PusherApp, rows: readonly Row[]): Promise<string[]> {
  const quoteIds = new Set(rows.flatMap(quoteIdOf))
  const eventIds = new Set(rows.flatMap(eventIdOf))
  const watchedEventIds = eventIds.size > 0 ? await readQuotedEvents(tx, [...eventIds]) : []
  return [
    ...[...quoteIds].map((id) => quoteChannel(app, id)),
    ...watchedEventIds.map((id) => eventChannel(app, id)),
  ]
}

async function readQuotedEvents(tx: Tx, eventIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from events_with_open_quotes(${eventIds}) id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

interface QuoteBroadcasterOptions {
  app: PusherApp
  hasSubscribers: (channel: string) => boolean
  emit: (channel: string) => void
}

/** Notifies the subscribers of this process, each channel once per {@link batchWindowMs}. */
export function createQuoteBroadcaster({ app, hasSubscribers, emit }: QuoteBroadcasterOptions) {
  let pending = new Set<string>()

  function sendPending(): void {
    const channels = pending
    pending = new Set()
    for (const channel of channels) emit(channel)
  }

  return {
    handle(rows: readonly Row[]): void {
      const channels = [
        ...new Set(rows.flatMap(quoteIdOf)).values().map((id) => quoteChannel(app, id)),
        ...new Set(rows.flatMap(eventIdOf)).values().map((id) => eventChannel(app, id)),
      ].filter(hasSubscribers)
      if (channels.length > 0 && pending.size === 0) setTimeout(sendPending, batchWindowMs).unref()
      for (const channel of channels) pending.add(channel)
    },
  }
}
