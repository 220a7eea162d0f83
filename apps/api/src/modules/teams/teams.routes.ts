import { teamsRoutes } from '@terrace/contracts/teams'
import { callerOf } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { mountRoute, type HttpContext } from '../../http/mount-route.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Ids } from '../../shared/ids.ts'
import { isOwnPage } from '../../shared/own-origin.ts'
import { changeMemberRole } from './change-member-role.ts'
import { lookAtInvitation } from './claim-invitation.ts'
import { openInvitations } from './invitations.repo.ts'
import { inviteMember } from './invite-member.ts'
import { resendInvitation } from './resend-invitation.ts'
import { teamErrors } from './teams.errors.ts'
import { presentInvitation, presentMember } from './teams.presenter.ts'
import { teamMembers } from './teams.repo.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

interface TeamsDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  config: { tradeOrigins: readonly string[]; production: boolean }
}

/** A team's people and its invitations. Joining and removing, which open and end accounts, are mounted by accounts. */
export function mountTeams(http: HttpContext, deps: TeamsDeps): void {
  const { db, outbox } = deps

  mountRoute(http, teamsRoutes.overview, async ({ account }) => {
    const members = await teamMembers(db, account.teamId)
    const invitations = await openInvitations(db, account.teamId)
    return {
      data: {
        name: account.teamName,
        may_manage: members.some(({ id, teamRole }) => id === account.accountId && teamRole === 'owner'),
        members: members.map((member) => presentMember(member, account.accountId)),
        invitations: invitations.map(presentInvitation),
      },
    }
  })

  mountRoute(http, teamsRoutes.invite, async ({ account, body, request }) => {
    if (!isOwnPage(deps.config, body.join_link, '/join')) {
      throw teamErrors.make('team.link_not_allowed', {
        details: { fields: { join_link: ['must be a page of this site'] } },
      })
    }
    const invitation = await inviteMember(deps, account, {
      email: body.email,
      teamRole: body.role,
      joinLink: body.join_link,
      caller: callerOf(request),
    })
    outbox.wake()
    return { data: presentInvitation(invitation), message: `An invitation is on its way to ${body.email}` }
  })

  mountRoute(http, teamsRoutes.resend, async ({ account, params }) => {
    const invitation = await resendInvitation(deps, account, params.id)
    outbox.wake()
    return {
      data: presentInvitation(invitation),
      message: `Another invitation is on its way to ${invitation.email}`,
    }
  })

  mountRoute(http, teamsRoutes.withdraw, async ({ account, params, request }) => {
    await withdrawInvitation(deps, account, { invitationId: params.id, caller: callerOf(request) })
    return { data: { status: true } }
  })

  mountRoute(http, teamsRoutes.changeRole, async ({ account, params, body, request }) => {
    await changeMemberRole(deps, account, {
      memberId: params.id,
      teamRole: body.role,
      caller: callerOf(request),
    })
    return { data: { status: true } }
  })

  mountRoute(http, teamsRoutes.look, async ({ body }) => {
    const { teamName, invitedBy, email, teamRole, account } = await lookAtInvitation(db, body.token)
    return { data: { team: teamName, invited_by: invitedBy, email, role: teamRole, account } }
  })
}
