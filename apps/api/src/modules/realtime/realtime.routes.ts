import { realtimeRoutes } from '@terrace/contracts/realtime'
import type { FastifyRequest } from 'fastify'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { AppError } from '#api/shared/app-error.ts'
import { eventRule, teamRule, type ChannelRule } from './channel-rules.ts'
import { isChannelName, isPresence, needsSignature } from '@terrace/pusher-server/channels'
import { realtimeErrors } from './realtime.errors.ts'
import type { RealtimePort } from './realtime.port.ts'

/** Mounts channel authorisation; `rules` cover the channels of other modules. */
export function mountRealtime(
  http: HttpContext,
  { realtime }: { realtime: RealtimePort },
  rules: readonly ChannelRule[] = [],
): void {
  const allRules = [teamRule, eventRule, ...rules]

  void http.app.register(async (app) => {
    // The official clients send forms. No other route accepts them, because foreign pages can submit forms.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )

    mountRoute({ ...http, app }, realtimeRoutes.authorise, async ({ body, request }) => {
      const { socket_id: socketId, channel_name: channel } = body
      const rule = allRules.find(({ prefix }) => channel.startsWith(prefix))
      if (!rule || !isChannelName(channel) || !needsSignature(channel)) {
        throw realtimeErrors.make('realtime.access_denied')
      }
      const account = await accountOf(http, request)
      const admitted = await rule.admit({ channel, account, request })
      if (admitted === false) throw realtimeErrors.make('realtime.access_denied')
      const subscription = { socketId, channel, sessionId: account?.sessionId, accountId: account?.accountId }
      if (!isPresence(channel)) return realtime.authorise(subscription)
      if (admitted === true) throw new Error(`the rule for ${rule.prefix} returned no member`)
      return realtime.authorise({ ...subscription, member: admitted })
    })
  })
}

async function accountOf(
  http: HttpContext,
  request: FastifyRequest,
): Promise<AuthenticatedAccount | undefined> {
  try {
    return await http.authenticate(request)
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined
    throw error
  }
}
