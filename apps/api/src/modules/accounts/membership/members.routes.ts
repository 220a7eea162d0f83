import { teamsRoutes } from '@terrace/contracts/teams'
import { callerOf } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { acceptInvitation } from '../sign-up/accept-invitation.ts'
import type { Authenticator } from '../login/authenticate.ts'
import { leaveTeam } from './leave-team.ts'
import { removeMember } from './remove-member.ts'

interface MembersDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
}

/** The team routes that open and close accounts. */
export function mountMembers(http: HttpContext, deps: MembersDeps): void {
  function dropCachedSessions(ended: readonly string[]): void {
    for (const sessionId of ended) deps.authenticator.dropCachedSession(sessionId)
    deps.outbox.wake()
  }

  mountRoute(http, teamsRoutes.accept, async ({ body, request }) => {
    await acceptInvitation(deps, {
      token: body.token,
      firstName: body.firstname,
      lastName: body.lastname,
      username: body.username,
      password: body.password,
      caller: callerOf(request),
    })
    deps.outbox.wake()
    return { data: { status: true }, message: 'Your account is ready. You can log in now' }
  })

  mountRoute(http, teamsRoutes.remove, async ({ account, params, request }) => {
    dropCachedSessions(await removeMember(deps, account, { memberId: params.id, caller: callerOf(request) }))
    return { data: { status: true } }
  })

  mountRoute(http, teamsRoutes.leave, async ({ account, request }) => {
    dropCachedSessions(await leaveTeam(deps, account, { caller: callerOf(request) }))
    return { data: { status: true } }
  })
}
