import { quoteEvents } from '@terrace/contracts/quote-page'
import type { FastifyBaseLogger } from 'fastify'
import Pusher from 'pusher'
import { quoteTopics } from '../../../outbox/domain-events.ts'
import type { OutboxTail } from '../../../outbox/tail-outbox.ts'
import type { Clock } from '../../../shared/clock.ts'
import { dataText } from '../data-text.ts'
import { eventNewsFrom, eventNewsTopics } from '../event-news.ts'
import { forwardedTopics, newsFrom } from '../forward-events.ts'
import { quoteChannels, quoteChannelsOf } from '../quote-news.ts'
import type { RealtimeApp, RealtimePort } from '../realtime.port.ts'
import { signChannel } from '../signatures.ts'

/** Hosted Pusher by its cluster, or any compatible server by its origin. */
export type PusherPlace = { cluster: string } | { origin: string }

interface HostedOptions {
  app: RealtimeApp
  place: PusherPlace
  outbox: OutboxTail
  clock: Clock
  logger: FastifyBaseLogger
}

const maxChannels = 100
const maxBatch = 10
/** Older news is no news: what a new installation finds in the outbox is not told. */
const freshMs = 60_000

/** Sockets are kept by somebody else; we sign, and call that server's HTTP API. */
export function createHostedRealtime({ app, place, outbox, clock, logger }: HostedOptions): RealtimePort {
  const pusher = new Pusher({ ...app, ...serverOptions(place), timeout: 5000 })
  let waiting: { channel: string; name: string; data: string }[] = []
  let sending: Promise<void> | undefined

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      try {
        await pusher.triggerBatch(batch)
      } catch (error) {
        logger.warn({ err: error, lost: batch.length }, 'realtime messages were lost')
      }
    }
  }

  // A cursor, so that one process tells it and not each. No network inside its transaction: hints go out after it, and
  // are lost in a crash between.
  outbox.subscribe({
    name: 'realtime.pusher',
    topics: [...new Set([...forwardedTopics, ...eventNewsTopics, ...quoteTopics])],
    async handle(tx, rows) {
      const oldest = clock.now().getTime() - freshMs
      const fresh = rows.filter((row) => row.occurred_at.getTime() >= oldest)
      waiting.push(
        // One message an event and batch of rows: a run with much to tell has several, the next is half a second away.
        ...[...newsFrom(fresh), ...eventNewsFrom(fresh)].map(({ channel, event, data }) => ({
          channel,
          name: event,
          data: dataText(data ?? {}),
        })),
        ...(await quoteChannelsOf(tx, app, fresh)).map((channel) => ({
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
    browser: { key: app.key, ...place },
    quoteChannels: (quote) => quoteChannels(app, quote),
    authorise: (request) => signChannel(app, request, request.member),
    async publish(channels, event, data) {
      const text = dataText(data)
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

function serverOptions(place: PusherPlace) {
  if ('cluster' in place) return { cluster: place.cluster, useTLS: true }
  const { protocol, hostname, port } = new URL(place.origin)
  return { host: hostname, useTLS: protocol === 'https:', ...(port !== '' && { port }) }
}
