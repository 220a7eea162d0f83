import { eventChannelPrefix, teamChannel, teamChannelPrefix } from '@terrace/contracts/realtime'
import type { ChannelMember } from '@terrace/pusher-server/create-pusher-server'
import type { FastifyRequest } from 'fastify'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'

export interface ChannelAccess {
  channel: string
  /** Undefined for a visitor. */
  account: AuthenticatedAccount | undefined
  request: FastifyRequest
}

/**
 * Authorises channels whose names start with `prefix`; channels without a rule are closed. Other modules pass the
 * rules of their own channels to `mountRealtime`.
 */
export interface ChannelRule {
  prefix: string
  /** True admits; presence channels need the member that others see. */
  admit(access: ChannelAccess): Promise<boolean | ChannelMember>
}

/** A team's channel is for its members. */
export const teamRule: ChannelRule = {
  prefix: teamChannelPrefix,
  admit: async ({ channel, account }) => account !== undefined && channel === teamChannel(account.teamId),
}

/**
 * Event channels are open to every logged-in account: their messages contain neither stock nor prices (product.md
 * §12.4).
 */
export const eventRule: ChannelRule = {
  prefix: eventChannelPrefix,
  admit: async ({ channel, account }) =>
    account !== undefined && /^[1-9]\d{0,9}$/.test(channel.slice(eventChannelPrefix.length)),
}
