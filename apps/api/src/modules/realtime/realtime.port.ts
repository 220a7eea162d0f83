import type { BrowserConfig } from '@terrace/contracts/config'
import type { SubscriptionRequest } from '@terrace/pusher-server/create-pusher-server'
import type { ChannelAuthorisation } from '@terrace/pusher-server/signatures'
import type { FastifyInstance } from 'fastify'

/** Sends messages to connected browsers. Messages are hints and may be lost. */
export interface RealtimePort {
  /**
   * Sends an event to the subscribers of the channels in every process. `data` is sent as JSON, a string unchanged.
   * @throws RangeError above 10 kB
   */
  publish(channels: readonly string[], event: string, data: unknown): Promise<void>
  /** Signs a socket's subscription to a private or presence channel; the caller has checked that it is allowed. */
  authorise(request: SubscriptionRequest): ChannelAuthorisation
  /**
   * The public channels for changes of a quote and of its event's stock. Their unguessable names are the same in
   * every process.
   */
  quoteChannels(quote: { quoteId: string; eventId: number }): string[]
  /** Connection settings for the browser. */
  browser: BrowserConfig['realtime']
  /** Open sockets of this process; absent where another service serves them. */
  countSockets?: () => number
  /** Mounts the adapter's sockets and events API until the server closes. */
  attach(app: FastifyInstance): void
}
