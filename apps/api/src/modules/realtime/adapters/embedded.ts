import { quoteEvents } from '@terrace/contracts/quote-page'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../db/client.ts'
import type { OutboxTail } from '../../../outbox/tail-outbox.ts'
import type { Clock } from '../../../shared/clock.ts'
import { serveEventsApi } from '../events-api/serve-events-api.ts'
import { createEventNews } from '../event-news.ts'
import { newsFrom } from '../forward-events.ts'
import { dataText } from '../data-text.ts'
import { createQuoteNews, quoteChannels } from '../quote-news.ts'
import type { RealtimeApp, RealtimePort } from '../realtime.port.ts'
import { signChannel } from '../signatures.ts'
import { createFanOut, type Order } from '../sockets/fan-out.ts'
import { createHub } from '../sockets/hub.ts'
import { defaultLimits, type SocketLimits } from '../sockets/limits.ts'
import { dismiss, listen, type SocketServer } from '../sockets/listen.ts'

interface EmbeddedOptions {
  app: RealtimeApp
  db: Db
  outbox: OutboxTail
  clock: Clock
  logger: FastifyBaseLogger
  limits?: Partial<SocketLimits>
}

/** Changes of one event are told together when they come closer to each other than this. */
const eventNewsApartMs = 50

/** Our own endpoint of the Pusher protocol, version 7, in the API's process. */
export function createEmbeddedRealtime(options: EmbeddedOptions): RealtimePort {
  const { app, db, outbox, clock, logger } = options
  const limits = { ...defaultLimits, ...options.limits }
  const hub = createHub(limits)
  const fanOut = createFanOut({ db, logger, carryOut })

  const eventNews = createEventNews({
    apartMs: eventNewsApartMs,
    isHeard: (channel) => hub.subscribersOf(channel) > 0,
    tell: ({ channel, event, data }) =>
      hub.deliver({ channels: [channel], event, json: JSON.stringify(dataText(data)) }),
  })

  const quoteNews = createQuoteNews({
    app,
    isHeard: (channel) => hub.subscribersOf(channel) > 0,
    tell: (channel) =>
      hub.deliver({ channels: [channel], event: quoteEvents.changed, json: JSON.stringify(dataText({})) }),
  })

  function carryOut(order: Order): void {
    if (order.kind === 'message') hub.deliver(order)
    else for (const connection of hub.socketsOf(order.userId)) dismiss(connection, 4009, 'Terminated')
  }

  // Every process hears every notice and tells its own sockets: news of the outbox needs no message of its own.
  outbox.onNotice((rows) => {
    for (const { channel, event, data } of newsFrom(rows)) {
      hub.deliver({ channels: [channel], event, json: JSON.stringify(dataText(data ?? {})) })
    }
    eventNews.hear(rows)
    quoteNews.hear(rows)
    for (const { topic, payload } of rows) {
      if (topic !== 'session.revoked') continue
      for (const connection of hub.socketsOfSession(String(payload['sessionId']))) {
        dismiss(connection, 4009, 'The session has ended')
      }
    }
    fanOut.read(rows)
  })

  return {
    browser: { key: app.key },
    quoteChannels: (quote) => quoteChannels(app, quote),
    authorise: ({ member, sessionId, ...request }) => {
      // Beside what the protocol has; signed, so that whoever subscribes cannot leave it out.
      const content = sessionId === undefined ? member : { ...member, session_id: sessionId }
      return signChannel(app, request, content)
    },
    async publish(channels, event, data) {
      fanOut.send({ kind: 'message', channels: [...channels], event, json: JSON.stringify(dataText(data)) })
    },
    attach(server) {
      let sockets: SocketServer | undefined
      serveEventsApi(server, { app, clock, hub, fanOut })
      server.addHook('onReady', async () => {
        sockets = listen(server.server, { hub, app, limits, fanOut, logger })
      })
      // Before the server waits for its connections to end, which open sockets would not.
      server.addHook('preClose', async () => {
        await sockets?.close()
        await fanOut.settle()
      })
    },
  }
}
