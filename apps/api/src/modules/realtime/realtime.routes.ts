import { realtimeRoutes } from '@terrace/contracts/realtime'
import type { FastifyRequest } from 'fastify'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { AppError } from '../../shared/app-error.ts'
import { eventRule, teamRule, type ChannelRule } from './channel-rules.ts'
import { isChannelName, isPresence, needsSignature } from './channels.ts'
import { realtimeErrors } from './realtime.errors.ts'
import type { RealtimePort } from './realtime.port.ts'

/** Mounts the authorisation of channels; `rules` are those of other capabilities' channels. */
export function mountRealtime(
  http: HttpContext,
  { realtime }: { realtime: RealtimePort },
  rules: readonly ChannelRule[] = [],
): void {
  const allRules = [teamRule, eventRule, ...rules]

  void http.app.register(async (app) => {
    // The protocol's own clients send forms. Only here: elsewhere a form on a foreign page could call us.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )

    mountRoute({ ...http, app }, realtimeRoutes.authorise, async ({ body, request }) => {
      const { socket_id: socketId, channel_name: channel } = body
      const rule = allRules.find(({ prefix }) => channel.startsWith(prefix))
      if (!rule || !isChannelName(channel) || !needsSignature(channel)) {
        throw realtimeErrors.make('realtime.refused')
      }
      const account = await accountOf(http, request)
      const admitted = await rule.admit({ channel, account, request })
      if (admitted === false) throw realtimeErrors.make('realtime.refused')
      const pass = { socketId, channel, sessionId: account?.sessionId }
      if (!isPresence(channel)) return realtime.authorise(pass)
      if (admitted === true) throw new Error(`the rule of ${rule.prefix} names no member`)
      return realtime.authorise({ ...pass, member: admitted })
    })
  })
}

async function accountOf(http: HttpContext, request: FastifyRequest): Promise<SignedIn | undefined> {
  try {
    return await http.authenticate(request)
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined
    throw error
  }
}
