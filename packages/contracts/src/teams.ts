import { sellerPermissions } from '@terrace/domain/sellers/seller-permissions'
import { z } from 'zod/mini'
import { newPassword, passwordConfirmation, passwordsMatch } from './passwords.ts'
import { defineRoute } from './route.ts'
import { signUpFields } from './sign-up.ts'

export const teamRole = z.enum(['owner', 'member'], { error: 'must be owner or member' })
export type WireTeamRole = z.output<typeof teamRole>

/** What a member may do for a team that sells. Any of them includes `view`. */
export const permissionsInput = z
  .array(z.enum(sellerPermissions, { error: `must be some of ${sellerPermissions.join(', ')}` }))
  .check(z.maxLength(sellerPermissions.length, 'must not repeat a permission'))

export const wireMember = z.object({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  role: teamRole,
  status: z.enum(['pending', 'active', 'suspended']),
  /** What the member may do if the team sells; owners have all. */
  permissions: z.array(z.enum(sellerPermissions)),
  has_second_factor: z.boolean(),
  /** Whether this is the caller. */
  is_me: z.boolean(),
  joined_at: z.iso.datetime(),
})
export type WireMember = z.output<typeof wireMember>

/** An invitation that was neither accepted nor withdrawn. Expired ones stay until they are resent or withdrawn. */
export const wireInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: teamRole,
  permissions: z.array(z.enum(sellerPermissions)),
  /** Name of the inviter. */
  invited_by: z.string(),
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  has_expired: z.boolean(),
})
export type WireInvitation = z.output<typeof wireInvitation>

const statusResponse = z.object({ data: z.object({ status: z.boolean() }), message: z.optional(z.string()) })
/** The id of an invitation or of a member. */
const idParams = z.object({ id: z.string().check(z.maxLength(100)) })
const token = z.string().check(z.minLength(1), z.maxLength(200))

export const teamsRoutes = {
  overview: defineRoute({
    name: 'teams.overview',
    method: 'GET',
    path: '/settings/team',
    auth: 'account',
    response: z.object({
      data: z.object({
        name: z.string(),
        /** Whether permissions of members count. */
        can_sell: z.boolean(),
        /** True for owners, who alone may invite, change and remove members. */
        may_manage: z.boolean(),
        /** From when members without a second factor can only set one up; `null` if it is optional. */
        second_factor_required_from: z.nullable(z.iso.datetime()),
        members: z.array(wireMember),
        invitations: z.array(wireInvitation),
      }),
    }),
    errors: [],
  }),
  invite: defineRoute({
    name: 'teams.invite',
    method: 'POST',
    path: '/settings/team/invitations',
    auth: 'account',
    needsReauthentication: true,
    body: z.strictObject({
      email: signUpFields.email,
      role: teamRole,
      permissions: z._default(permissionsInput, () => []),
      /** The site's origin and `/join`; `/{token}` is appended. */
      join_link: z.string().check(z.maxLength(300)),
    }),
    response: z.object({ data: wireInvitation, message: z.string() }),
    errors: [
      'team.not_owner',
      'team.link_not_allowed',
      'team.already_member',
      'team.already_invited',
      'team.full',
      'team.too_many_emails',
    ],
  }),
  resend: defineRoute({
    name: 'teams.resend',
    method: 'POST',
    path: '/settings/team/invitations/:id/resend',
    auth: 'account',
    needsReauthentication: true,
    params: idParams,
    response: z.object({ data: wireInvitation, message: z.string() }),
    errors: ['team.not_owner', 'team.invitation_not_found', 'team.too_many_emails'],
  }),
  withdraw: defineRoute({
    name: 'teams.withdraw',
    method: 'DELETE',
    path: '/settings/team/invitations/:id',
    auth: 'account',
    params: idParams,
    response: statusResponse,
    errors: ['team.not_owner', 'team.invitation_not_found'],
  }),
  changeRole: defineRoute({
    name: 'teams.change-role',
    method: 'PATCH',
    path: '/settings/team/members/:id',
    auth: 'account',
    needsReauthentication: true,
    params: idParams,
    body: z.strictObject({ role: teamRole }),
    response: statusResponse,
    errors: ['team.not_owner', 'team.member_not_found', 'team.last_owner'],
  }),
  changePermissions: defineRoute({
    name: 'teams.change-permissions',
    method: 'PATCH',
    path: '/settings/team/members/:id/permissions',
    auth: 'account',
    needsReauthentication: true,
    params: idParams,
    body: z.strictObject({ permissions: permissionsInput }),
    response: statusResponse,
    errors: ['team.not_owner', 'team.member_not_found', 'team.owner_has_all'],
  }),
  remove: defineRoute({
    name: 'teams.remove',
    method: 'DELETE',
    path: '/settings/team/members/:id',
    auth: 'account',
    needsReauthentication: true,
    params: idParams,
    response: statusResponse,
    errors: ['team.not_owner', 'team.member_not_found', 'team.not_yourself'],
  }),
  /** Requires a second factor of every member. Members without one have seven days to set it up. */
  requireSecondFactor: defineRoute({
    name: 'teams.require-second-factor',
    method: 'PATCH',
    path: '/settings/team/second-factor',
    auth: 'account',
    needsReauthentication: true,
    body: z.strictObject({ required: z.boolean({ error: 'must be true or false' }) }),
    response: z.object({
      data: z.object({ second_factor_required_from: z.nullable(z.iso.datetime()) }),
    }),
    errors: ['team.not_owner', 'team.second_factor_first'],
  }),
  /**
   * Removes the caller from the team and closes their account, because an account belongs to exactly one team. Refused
   * while a change of their email address can be undone.
   */
  leave: defineRoute({
    name: 'teams.leave',
    method: 'POST',
    path: '/settings/team/leave',
    auth: 'account',
    needsReauthentication: true,
    response: statusResponse,
    errors: ['team.last_owner', 'team.member_not_found', 'team.email_change_open'],
  }),
  /** Returns the invitation without changing it. The token is in the body because URLs end up in logs. */
  readInvitation: defineRoute({
    name: 'teams.read-invitation',
    method: 'POST',
    path: '/teams/invitation',
    auth: 'public',
    body: z.strictObject({ token }),
    response: z.object({
      data: z.object({
        team: z.string(),
        invited_by: z.string(),
        email: z.string(),
        role: teamRole,
        /** Whether the address already has an account. Only `none` can accept. */
        account: z.enum(['none', 'this_team', 'other_team']),
      }),
    }),
    errors: ['team.invitation_invalid'],
    perMinute: 60,
  }),
  accept: defineRoute({
    name: 'teams.accept',
    method: 'POST',
    path: '/teams/invitation/accept',
    auth: 'public',
    body: z
      .strictObject({
        token,
        firstname: signUpFields.firstname,
        lastname: signUpFields.lastname,
        username: signUpFields.username,
        password: newPassword,
        password_confirmation: passwordConfirmation,
      })
      .check(passwordsMatch),
    response: statusResponse,
    errors: ['team.invitation_invalid', 'team.account_in_other_team', 'account.taken', 'password.guessable'],
    perMinute: 60,
  }),
}
