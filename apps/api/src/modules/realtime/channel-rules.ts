import { eventChannelPrefix, teamChannel, teamChannelPrefix } from '@terrace/contracts/realtime'
import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../http/signed-in.ts'
import type { ChannelMember } from './realtime.port.ts'

export interface ChannelClaim {
  channel: string
  /** Undefined for a visitor. */
  account: SignedIn | undefined
  request: FastifyRequest
}

/**
 * Who may listen to the channels whose names begin with `prefix`. What no rule speaks for is closed to everybody. A
 * capability that has channels of its own hands its rule to `mountRealtime`.
 */
export interface ChannelRule {
  prefix: string
  /** True lets in; on a presence channel the answer is the member that the others see. */
  admit(claim: ChannelClaim): Promise<boolean | ChannelMember>
}

/** A team's own channel is for its members (product.md §12: event channels are private). */
export const teamRule: ChannelRule = {
  prefix: teamChannelPrefix,
  admit: async ({ channel, account }) => account !== undefined && channel === teamChannel(account.teamId),
}

/** Whoever may see the feed may hear that it has changed; what is told holds neither stock nor price (product.md §12). */
export const eventRule: ChannelRule = {
  prefix: eventChannelPrefix,
  admit: async ({ channel, account }) =>
    account !== undefined && /^[1-9]\d{0,9}$/.test(channel.slice(eventChannelPrefix.length)),
}
