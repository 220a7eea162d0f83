import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
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
  /** Counts if the team sells; owners have all. */
  permissions: SellerPermission[]
  joinedAt: Date
}

/** Neither accepted nor withdrawn; it may have expired. */
export interface Invitation {
  id: string
  email: string
  teamRole: TeamRole
  permissions: SellerPermission[]
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
  permissions: SellerPermission[]
  invitedBy: string
}
