import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import type { AccountRole } from '#api/http/authenticated-account.ts'

export interface Account {
  id: string
  teamId: string
  teamName: string
  teamEmail: string
  baseCurrency: string
  role: AccountRole
  canBuy: boolean
  canSell: boolean
  /** All of them for an owner; none unless the team sells. */
  sellerPermissions: SellerPermission[]
  status: 'pending' | 'active' | 'suspended' | 'removed'
  username: string
  email: string
  isEmailVerified: boolean
  firstName: string
  lastName: string
  countryCode: string
  phone: string
  isTradeUser: boolean
  /** The current password is shorter than 8 characters, and there is no second factor. */
  hasShortPassword: boolean
  createdAt: Date
}
