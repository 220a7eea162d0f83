import { z } from 'zod'
import { newPassword, passwordConfirmation, passwordsMatch } from './passwords.ts'
import { defineRoute } from './route.ts'
import { signUpFields } from './sign-up.ts'

export const teamRole = z.enum(['owner', 'member'], { error: 'must be owner or member' })
export type WireTeamRole = z.output<typeof teamRole>

export const wireMember = z.object({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  role: teamRole,
  status: z.enum(['pending', 'active', 'suspended']),
  /** The caller. */
  is_me: z.boolean(),
  joined_at: z.iso.datetime(),
})
export type WireMember = z.output<typeof wireMember>

/** Open: neither accepted nor withdrawn. A lapsed one stays until it is sent again or withdrawn. */
export const wireInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: teamRole,
  /** Name of the person who invites. */
  invited_by: z.string(),
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  has_expired: z.boolean(),
})
export type WireInvitation = z.output<typeof wireInvitation>

const done = z.object({ data: z.object({ status: z.boolean() }), message: z.string().optional() })
const ofInvitation = z.object({ id: z.string().max(100) })
const token = z.string().min(1).max(200)

export const teamsRoutes = {
  overview: defineRoute({
    name: 'teams.overview',
    method: 'GET',
    path: '/settings/team',
    auth: 'account',
    response: z.object({
      data: z.object({
        name: z.string(),
        /** True for an owner, who alone may invite, change and remove. */
        may_manage: z.boolean(),
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
    body: z.strictObject({
      email: signUpFields.email,
      role: teamRole,
      /** The site's origin and `/join`; `/{token}` is appended. */
      join_link: z.string().max(300),
    }),
    response: z.object({ data: wireInvitation, message: z.string() }),
    errors: [
      'team.not_owner',
      'team.link_not_allowed',
      'team.already_member',
      'team.already_invited',
      'team.full',
      'team.too_many_letters',
    ],
  }),
  resend: defineRoute({
    name: 'teams.resend',
    method: 'POST',
    path: '/settings/team/invitations/:id/resend',
    auth: 'account',
    params: ofInvitation,
    response: z.object({ data: wireInvitation, message: z.string() }),
    errors: ['team.not_owner', 'team.invitation_not_found', 'team.too_many_letters'],
  }),
  withdraw: defineRoute({
    name: 'teams.withdraw',
    method: 'DELETE',
    path: '/settings/team/invitations/:id',
    auth: 'account',
    params: ofInvitation,
    response: done,
    errors: ['team.not_owner', 'team.invitation_not_found'],
  }),
  changeRole: defineRoute({
    name: 'teams.change-role',
    method: 'PATCH',
    path: '/settings/team/members/:id',
    auth: 'account',
    params: z.object({ id: z.string().max(100) }),
    body: z.strictObject({ role: teamRole }),
    response: done,
    errors: ['team.not_owner', 'team.member_not_found', 'team.last_owner'],
  }),
  remove: defineRoute({
    name: 'teams.remove',
    method: 'DELETE',
    path: '/settings/team/members/:id',
    auth: 'account',
    params: z.object({ id: z.string().max(100) }),
    response: done,
    errors: ['team.not_owner', 'team.member_not_found', 'team.not_yourself'],
  }),
  /** Takes the caller out of their team, which closes their account: an account belongs to one team. */
  leave: defineRoute({
    name: 'teams.leave',
    method: 'POST',
    path: '/settings/team/leave',
    auth: 'account',
    response: done,
    errors: ['team.last_owner', 'team.member_not_found'],
  }),
  /** What a link invites to. It changes nothing; the token is in the body because addresses end up in logs. */
  look: defineRoute({
    name: 'teams.look',
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
        /** Whether this address has an account already: only with `none` can the invitation be accepted. */
        account: z.enum(['none', 'this_team', 'other_team']),
      }),
    }),
    errors: ['team.invitation_spent'],
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
    response: done,
    errors: ['team.invitation_spent', 'team.account_elsewhere', 'account.taken'],
    perMinute: 60,
  }),
}
