import { teamsRoutes } from '@terrace/contracts/teams'
import { actorOf } from '#api/audit/actor.ts'
import { callerOf } from '#api/audit/caller.ts'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Ids } from '#api/shared/ids.ts'
import { isAllowedPage } from '#api/shared/http/allowed-origin.ts'
import { changePermissions } from './change-permissions.ts'
import { changeMemberRole } from './change-member-role.ts'
import { readInvitation } from './invitations/claim-invitation.ts'
import { namesForInvited } from './invitations/names-for-invited.ts'
import { findOpenInvitations } from './invitations/invitations.repo.ts'
import { inviteMember } from './invitations/invite-member.ts'
import { resendInvitation } from './invitations/resend-invitation.ts'
import { teamErrors } from './teams.errors.ts'
import { presentInvitation, presentMember } from './teams.presenter.ts'
import { requireSecondFactor } from './require-second-factor.ts'
import { findTeamMembers, readSecondFactorStart } from './teams.repo.ts'
import { withdrawInvitation } from './invitations/withdraw-invitation.ts'

interface TeamsDeps {
  db: Db
  ids: Ids
  outbox: OutboxTail
  authenticator: { dropCachedTeam(teamId: string): void }
  config: Pick<Config, 'tradeOrigins' | 'production' | 'brand'>
}

/** Members and invitations. The accounts module mounts the routes that open or close accounts. */
export function mountTeams(http: HttpContext, deps: TeamsDeps): void {
  const { db, outbox } = deps

  /** At once in this process; the outbox notifies the others. */
  function applyAccess(teamId: string): void {
    deps.authenticator.dropCachedTeam(teamId)
    outbox.wake()
  }

  mountRoute(http, teamsRoutes.overview, async ({ account }) => {
    const members = await findTeamMembers(db, account.teamId)
    const invitations = await findOpenInvitations(db, account.teamId)
    return {
      data: {
        name: account.teamName,
        can_sell: account.canSell,
        may_manage: members.some(({ id, teamRole }) => id === account.accountId && teamRole === 'owner'),
        second_factor_required_from: (await readSecondFactorStart(db, account.teamId))?.toISOString() ?? null,
        members: members.map((member) => presentMember(member, account.accountId)),
        invitations: invitations.map(presentInvitation),
      },
    }
  })

  mountRoute(http, teamsRoutes.invite, async ({ account, body, request }) => {
    if (!isAllowedPage(deps.config, body.join_link, '/join')) {
      throw teamErrors.make('team.link_not_allowed', {
        details: { fields: { join_link: ['must be a page on this site'] } },
      })
    }
    const invitation = await inviteMember(deps, account, {
      email: body.email,
      teamRole: body.role,
      permissions: body.permissions,
      joinLink: body.join_link,
      caller: callerOf(request),
    })
    outbox.wake()
    return { data: presentInvitation(invitation), message: `An invitation is on its way to ${body.email}` }
  })

  mountRoute(http, teamsRoutes.resend, async ({ account, params, request }) => {
    const actor = actorOf(account, request)
    const invitation = await resendInvitation(deps, account, { invitationId: params.id, actor })
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
    applyAccess(account.teamId)
    return { data: { status: true } }
  })

  mountRoute(http, teamsRoutes.changePermissions, async ({ account, params, body, request }) => {
    await changePermissions(deps, account, {
      memberId: params.id,
      permissions: body.permissions,
      caller: callerOf(request),
    })
    applyAccess(account.teamId)
    return { data: { status: true } }
  })

  mountRoute(http, teamsRoutes.requireSecondFactor, async ({ account, body, request }) => {
    const from = await requireSecondFactor(deps, account, {
      isRequired: body.required,
      caller: callerOf(request),
    })
    outbox.wake()
    return { data: { second_factor_required_from: from?.toISOString() ?? null } }
  })

  mountRoute(http, teamsRoutes.readInvitation, async ({ body }) => {
    const { email, teamRole, account, ...names } = await readInvitation(db, body.token)
    const { teamName, invitedBy } = namesForInvited(names, deps.config.brand)
    return { data: { team: teamName, invited_by: invitedBy, email, role: teamRole, account } }
  })
}
