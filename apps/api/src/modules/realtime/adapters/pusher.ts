import { quoteEvents } from '@terrace/contracts/quote-page'
import type { FastifyBaseLogger } from 'fastify'
import Pusher from 'pusher'
import { quoteTopics } from '#api/outbox/domain-events.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import { encodeEventData } from '@terrace/pusher-server/encode-event-data'
import { eventUpdatesFrom, eventUpdateTopics } from '../event-broadcaster.ts'
import { forwardedTopics, teamMessagesFrom } from '../team-messages.ts'
import { quoteChannels, quoteChannelsOf } from '../quote-broadcaster.ts'
import type { RealtimePort } from '../realtime.port.ts'
import type { PusherApp } from '@terrace/pusher-server/pusher-app'
import { signChannel } from '@terrace/pusher-server/signatures'

/** A hosted Pusher cluster, or the origin of a compatible server. */
export type PusherEndpoint = { cluster: string } | { origin: string }

interface HostedOptions {
  app: PusherApp
  endpoint: PusherEndpoint
  outbox: OutboxTail
  clock: Clock
  logger: FastifyBaseLogger
}

const maxChannels = 100
const maxBatch = 10
/** Skips old rows, which a new installation finds in the outbox. */
const maxAgeMs = 60_000

/** Sockets are hosted elsewhere: signs subscriptions and publishes over that server's HTTP API. */
export function createHostedRealtime({ app, endpoint, outbox, clock, logger }: HostedOptions): RealtimePort {
  const pusher = new Pusher({ ...app, ...serverOptions(endpoint), timeout: 5000 })
  let pending: { channel: string; name: string; data: string }[] = []
  let sending: Promise<void> | undefined

  async function send(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.slice(0, maxBatch)
      pending = pending.slice(maxBatch)
      try {
        await pusher.triggerBatch(batch)
      } catch (error) {
        logger.warn({ err: error, lost: batch.length }, 'lost realtime messages')
      }
    }
  }

  // An outbox cursor, so that only one process publishes. Messages are sent after the transaction; a crash in
  // between loses them.
  outbox.subscribe({
    name: 'realtime.pusher',
    topics: [...new Set([...forwardedTopics, ...eventUpdateTopics, ...quoteTopics])],
    async handle(tx, rows) {
      const oldest = clock.now().getTime() - maxAgeMs
      const recent = rows.filter((row) => row.occurred_at.getTime() >= oldest)
      pending.push(
        // One message per event and batch of rows; batches are about half a second apart.
        ...[...teamMessagesFrom(recent), ...eventUpdatesFrom(recent)].map(({ channel, event, data }) => ({
          channel,
          name: event,
          data: encodeEventData(data ?? {}),
        })),
        ...(await quoteChannelsOf(tx, app, recent)).map((channel) => ({
          channel,
          name: quoteEvents.changed,
          data: '{}',
        })),
      )
      sending ??= send().finally(() => {
        sending = undefined
      })
    },
  })

  return {
    browser: { key: app.key, ...endpoint },
    quoteChannels: (quote) => quoteChannels(app, quote),
    authorise: (request) => signChannel(app, request, request.member),
    async publish(channels, event, data) {
      const text = encodeEventData(data)
      for (let from = 0; from < channels.length; from += maxChannels) {
        await pusher.trigger(channels.slice(from, from + maxChannels), event, text)
      }
    },
    attach(server) {
      server.addHook('preClose', async () => {
        await sending
      })
    },
  }
}

function serverOptions(endpoint: PusherEndpoint) {
  if ('cluster' in endpoint) return { cluster: endpoint.cluster, useTLS: true }
  const { protocol, hostname, port } = new URL(endpoint.origin)
  return { host: hostname, useTLS: protocol === 'https:', ...(port !== '' && { port }) }
}
