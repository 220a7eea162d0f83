import type { BrowserConfig } from '@terrace/contracts/config'
import type { FastifyInstance } from 'fastify'

/** Messages to whoever is connected now. They are hints: nobody may rely on having heard one. */
export interface RealtimePort {
  /**
   * Sends an event to all subscribers of the channels, in every process. `data` goes as JSON, a string as it is; more than
   * 10 kB of it throws a RangeError. Answers once the message is on its way.
   */
  publish(channels: readonly string[], event: string, data: unknown): Promise<void>
  /** The signature that lets this socket into a private or presence channel; the caller has checked that it may. */
  authorise(request: ChannelRequest): ChannelPass
  /**
   * The public channels on which whoever looks at a quote hears that it, or the stock of its event, has changed. Only those
   * know their names who were told them; the names are the same in every process.
   */
  quoteChannels(quote: { quoteId: string; eventId: number }): string[]
  /** What the browser must know to connect. */
  browser: BrowserConfig['realtime']
  /** Opens what the adapter serves itself (sockets, events API) on the server, and closes it with the server. */
  attach(app: FastifyInstance): void
}

export interface ChannelRequest {
  socketId: string
  channel: string
  /** Who the others see; on presence channels only, and needed there. */
  member?: ChannelMember
  /** The session in whose name it is; our own sockets are cut when it is revoked. */
  sessionId?: string | undefined
}

export interface ChannelMember {
  user_id: string
  user_info?: Record<string, unknown>
}

/** In the words of the Pusher protocol. */
export interface ChannelPass {
  auth: string
  channel_data?: string
}

/** The app as Pusher calls it: the key is public, the secret signs. */
export interface RealtimeApp {
  appId: string
  key: string
  secret: string
}
