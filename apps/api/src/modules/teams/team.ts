import type { AccountRole } from '../../http/signed-in.ts'

export type TeamRole = 'owner' | 'member'

/** Somebody's place in their team. */
export interface Member {
  id: string
  teamRole: TeamRole
  status: 'pending' | 'active' | 'suspended'
  username: string
  email: string
  firstName: string
  lastName: string
  joinedAt: Date
}

/** An invitation that is neither accepted nor withdrawn; it may have lapsed. */
export interface Invitation {
  id: string
  email: string
  teamRole: TeamRole
  /** Name of the person who invites. */
  invitedBy: string
  sentAt: Date
  expiresAt: Date
  hasExpired: boolean
}

/** What the bearer of an invitation's link may become. */
export interface OpenInvitation {
  id: string
  teamId: string
  teamName: string
  email: string
  teamRole: TeamRole
  accountRole: AccountRole
  invitedBy: string
}
