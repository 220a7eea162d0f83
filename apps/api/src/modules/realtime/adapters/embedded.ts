import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { inventoryChannel } from '@terrace/contracts/inventory-updates'
import { quoteEvents } from '@terrace/contracts/quote-page'
import { createPusherServer } from '@terrace/pusher-server/create-pusher-server'
import type { PusherApp } from '@terrace/pusher-server/pusher-app'
import type { SocketLimits } from '@terrace/pusher-server/sockets/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { createEventBroadcaster } from '../event-broadcaster.ts'
import { createFanOut } from '../fan-out.ts'
import { createQuoteBroadcaster, quoteChannels } from '../quote-broadcaster.ts'
import type { RealtimePort } from '../realtime.port.ts'
import { teamMessagesFrom } from '../team-messages.ts'

interface EmbeddedOptions {
  app: PusherApp
  db: Db
  outbox: OutboxTail
  clock: Clock
  logger: FastifyBaseLogger
  limits?: Partial<SocketLimits>
  /** Proxies whose forwarded headers are trusted. */
  trustedProxies?: string[]
  /** Whether pages of another origin than the request's own host may open sockets. */
  isOriginAllowed: (origin: string) => boolean | Promise<boolean>
}

/** The client's address for limits, behind the trusted proxies. */
function clientAddressOf(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile(trustedProxies)
  return (request) => ipLimitKey(proxyAddress(request, isTrusted))
}

const minEventUpdateIntervalMs = 50

/** Serves the Pusher protocol from the API's own process. */
export function createEmbeddedRealtime({
  app,
  db,
  outbox,
  clock,
  logger,
  limits = {},
  trustedProxies = [],
  isOriginAllowed,
}: EmbeddedOptions): RealtimePort {
  const pusherServer = createPusherServer({
    app,
    logger,
    limits,
    // Every client event would reach the screens of other accounts; Terrace itself sends none.
    acceptsClientEvents: () => false,
    addressOf: clientAddressOf(trustedProxies),
    isOriginAllowed: (origin, { headers }) =>
      URL.parse(origin)?.host === headers.host || isOriginAllowed(origin),
    now: () => clock.now(),
    forward: (command) => fanOut.forward(command),
  })
  const fanOut = createFanOut({ db, logger, execute: pusherServer.execute })
  const { deliver, hasSubscribers } = pusherServer

  const eventBroadcaster = createEventBroadcaster({
    minIntervalMs: minEventUpdateIntervalMs,
    hasSubscribers,
    emit: ({ channel, event, data }) => deliver(channel, event, data),
  })

  const quoteBroadcaster = createQuoteBroadcaster({
    app,
    hasSubscribers,
    emit: (channel) => deliver(channel, quoteEvents.changed, {}),
  })

  // Every process follows the outbox, so domain events reach all sockets without being forwarded.
  outbox.onNotice((rows) => {
    for (const { channel, event, data } of teamMessagesFrom(rows)) deliver(channel, event, data ?? {})
    eventBroadcaster.handle(rows)
    quoteBroadcaster.handle(rows)
    for (const { topic, payload } of rows) {
      if (topic === 'session.revoked') pusherServer.closeSession(String(payload['sessionId']))
      // Subscriptions are checked when they start, so those who may view the inventory no longer must start again.
      if (topic === 'team.permissions_changed' || topic === 'team.access_changed')
        pusherServer.reconnectSubscribers(inventoryChannel(String(payload['teamId'])))
    }
    fanOut.executeFromOthers(rows)
  })

  return {
    browser: { key: app.key },
    quoteChannels: (quote) => quoteChannels(app, quote),
    authorise: pusherServer.authorise,
    countSockets: pusherServer.countSockets,
    publish: async (channels, event, data) => pusherServer.publish(channels, event, data),
    attach(server) {
      pusherServer.attach(server)
      server.addHook('preClose', () => fanOut.flush())
    },
  }
}
