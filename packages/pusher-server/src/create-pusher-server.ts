import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Command } from './command.ts'
import { encodeEventData } from './encode-event-data.ts'
import { serveEventsApi } from './events-api/serve-events-api.ts'
import type { PusherApp } from './pusher-app.ts'
import { signChannel, type ChannelAuthorisation } from './signatures.ts'
import { createHub } from './sockets/hub.ts'
import { defaultLimits, type SocketLimits } from './sockets/limits.ts'
import { dismiss } from './sockets/connection.ts'
import { listen, type SocketServer } from './sockets/listen.ts'
import { createWebhooks, type WebhookOptions } from './webhooks.ts'

export interface PusherServerOptions {
  app: PusherApp
  logger: FastifyBaseLogger
  limits?: Partial<SocketLimits>
  now?: () => Date
  /** The channels on which clients may send events to each other; by default all private and presence channels. */
  acceptsClientEvents?: (channel: string) => boolean
  /** The client's address behind a proxy, by which sockets are limited; by default that of the connection. */
  addressOf?: (request: IncomingMessage) => string
  /**
   * Whether pages of this origin may open sockets; by default those of every origin. Clients outside browsers send no
   * `Origin` and are not asked about.
   */
  isOriginAllowed?: (origin: string, request: IncomingMessage) => boolean | Promise<boolean>
  /** Tells the subscribers of a channel how many they are. Off by default: each change is sent to all of them. */
  sendsSubscriptionCounts?: boolean
  /** Reports channels, members and client events of this process. */
  webhooks?: WebhookOptions
  /**
   * Sends a command that this process has executed to the other processes, which call {@link PusherServer.execute}.
   */
  forward?: (command: Command) => void
}

export interface ChannelMember {
  user_id: string
  user_info?: Record<string, unknown>
}

export interface SubscriptionRequest {
  socketId: string
  channel: string
  /** Required on presence channels. */
  member?: ChannelMember | undefined
  /** Ties the socket to a session, so that {@link PusherServer.closeSession} can close it. */
  sessionId?: string | undefined
  /** Sockets of one account count together. */
  accountId?: string | undefined
}

export interface PusherServer {
  /** Sends an event to the subscribers in every process. @throws RangeError above 10 kB of data */
  publish(channels: readonly string[], event: string, data: unknown): void
  /** Sends an event to the subscribers in this process only. @throws RangeError above 10 kB of data */
  deliver(channel: string, event: string, data: unknown): void
  /** Executes a command that another process has forwarded. */
  execute(command: Command): void
  /** Whether a socket of this process is subscribed to the channel. */
  hasSubscribers(channel: string): boolean
  /** Open sockets of this process. */
  countSockets(): number
  /** Signs one socket's subscription; the caller has checked that it is allowed. */
  authorise(request: SubscriptionRequest): ChannelAuthorisation
  /** Closes the sockets of this process whose subscriptions were signed for the session. */
  closeSession(sessionId: string): void
  /**
   * Closes the sockets of this process that are subscribed to the channel. Their clients reconnect after a second and ask for
   * their subscriptions again.
   */
  reconnectSubscribers(channel: string): void
  /** Serves sockets at `/app/{key}` and the events API at `/apps/{id}` until the Fastify server closes. */
  attach(server: FastifyInstance): void
}

export function createPusherServer({
  app,
  logger,
  limits: overrides,
  now = () => new Date(),
  acceptsClientEvents = () => true,
  addressOf,
  isOriginAllowed,
  sendsSubscriptionCounts,
  webhooks: webhookOptions,
  forward,
}: PusherServerOptions): PusherServer {
  const limits = { ...defaultLimits, ...overrides }
  const webhooks = webhookOptions && createWebhooks(webhookOptions, { app, now, logger })
  const hub = createHub({ ...limits, sendsSubscriptionCounts, record: webhooks?.record })

  function execute(command: Command): void {
    if (command.kind === 'message') hub.deliver(command)
    else for (const connection of hub.socketsOf(command.userId)) dismiss(connection, 4009, 'Terminated')
  }

  function dispatch(command: Command): void {
    execute(command)
    forward?.(command)
  }

  const jsonOf = (data: unknown): string => JSON.stringify(encodeEventData(data))

  let sockets: SocketServer | undefined

  return {
    countSockets: () => sockets?.count() ?? 0,
    publish: (channels, event, data) =>
      dispatch({ kind: 'message', channels: [...channels], event, json: jsonOf(data) }),
    deliver: (channel, event, data) => hub.deliver({ channels: [channel], event, json: jsonOf(data) }),
    execute,
    hasSubscribers: (channel) => hub.subscribersOf(channel) > 0,
    authorise({ member, sessionId, accountId, ...request }) {
      // Part of the signed data, so that a client cannot leave the session or account out.
      const content =
        sessionId === undefined && accountId === undefined
          ? member
          : { ...member, session_id: sessionId, account_id: accountId }
      return signChannel(app, request, content)
    },
    closeSession(sessionId) {
      for (const connection of hub.socketsOfSession(sessionId)) {
        dismiss(connection, 4009, 'The session has ended')
      }
    },
    reconnectSubscribers(channel) {
      for (const connection of hub.socketsOfChannel(channel)) {
        dismiss(connection, 4100, 'Access to a channel has changed')
      }
    },
    attach(server) {
      serveEventsApi(server, { app, now, hub, dispatch })
      server.addHook('onReady', async () => {
        sockets = listen(server.server, {
          hub,
          app,
          limits,
          dispatch,
          logger,
          acceptsClientEvents,
          addressOf,
          isOriginAllowed,
        })
      })
      // Fastify waits for open connections after this hook.
      server.addHook('preClose', async () => {
        await sockets?.close()
        await webhooks?.close()
      })
    },
  }
}
