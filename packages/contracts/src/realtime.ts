import { z } from 'zod/mini'
import { defineRoute } from './route.ts'

/** Events on the channel of a team. They carry nothing: who hears one asks again. */
export const teamEvents = { countsChanged: 'counts-changed', holdsChanged: 'holds-changed' } as const

/** Only the members of the team may subscribe. */
export const teamChannelPrefix = 'private-team-'
export const teamChannel = (teamId: string): string => `${teamChannelPrefix}${teamId}`

export const realtimeRoutes = {
  /**
   * Lets one socket into one private or presence channel, as the Pusher protocol has it: also form-encoded, and the answer
   * is the protocol's, not ours. Every refusal is a 403; a lost session must not sign the browser out from here.
   */
  authorise: defineRoute({
    name: 'realtime.authorise',
    method: 'POST',
    path: '/realtime/auth',
    auth: 'public',
    body: z.object({
      socket_id: z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/, 'must be a socket id such as 123.456')),
      channel_name: z.string().check(z.minLength(1), z.maxLength(200)),
    }),
    response: z.object({ auth: z.string(), channel_data: z.optional(z.string()) }),
    errors: ['realtime.refused'],
  }),
}
