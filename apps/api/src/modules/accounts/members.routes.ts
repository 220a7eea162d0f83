import { teamsRoutes } from '@terrace/contracts/teams'
import { callerOf } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Ids } from '../../shared/ids.ts'
import { acceptInvitation } from './accept-invitation.ts'
import type { Authenticator } from './authenticate.ts'
import { leaveTeam } from './leave-team.ts'
import { removeMember } from './remove-member.ts'

interface MembersDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  authenticator: Authenticator
}

/** Where a team's people come and go: the part of teams that opens and closes accounts. */
export function mountMembers(http: HttpContext, deps: MembersDeps): void {
  function forgetSessions(ended: readonly string[]): void {
    for (const sessionId of ended) deps.authenticator.forget(sessionId)
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
    forgetSessions(await removeMember(deps, account, { memberId: params.id, caller: callerOf(request) }))
    return { data: { status: true } }
  })

  mountRoute(http, teamsRoutes.leave, async ({ account, request }) => {
    forgetSessions(await leaveTeam(deps, account, { caller: callerOf(request) }))
    return { data: { status: true } }
  })
}
