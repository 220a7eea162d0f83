import type { WireInvitation, WireMember } from '@terrace/contracts/teams'
import type { Invitation, Member } from './team.ts'

export function presentMember(member: Member, me: string): WireMember {
  return {
    id: member.id,
    firstname: member.firstName,
    lastname: member.lastName,
    username: member.username,
    email: member.email,
    role: member.teamRole,
    status: member.status,
    permissions: member.permissions,
    has_second_factor: member.hasSecondFactor,
    is_me: member.id === me,
    joined_at: member.joinedAt.toISOString(),
  }
}

export function presentInvitation(invitation: Invitation): WireInvitation {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.teamRole,
    permissions: invitation.permissions,
    invited_by: invitation.invitedBy,
    sent_at: invitation.sentAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    has_expired: invitation.hasExpired,
  }
}
