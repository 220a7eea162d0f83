import type { AccountRole } from '#api/http/authenticated-account.ts'

export type TeamRole = 'owner' | 'member'

export interface Member {
  id: string
  teamRole: TeamRole
  status: 'pending' | 'active' | 'suspended'
  username: string
  email: string
  firstName: string
  lastName: string
  hasSecondFactor: boolean
  joinedAt: Date
}

/** Neither accepted nor withdrawn; it may have expired. */
export interface Invitation {
  id: string
  email: string
  teamRole: TeamRole
  /** Full name of the inviter. */
  invitedBy: string
  sentAt: Date
  expiresAt: Date
  hasExpired: boolean
}

/** The membership that an invitation link grants. */
export interface OpenInvitation {
  id: string
  teamId: string
  teamName: string
  email: string
  teamRole: TeamRole
  accountRole: AccountRole
  invitedBy: string
}
