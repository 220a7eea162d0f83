import type { AccountRole } from '#api/http/authenticated-account.ts'

export interface Account {
  id: string
  teamId: string
  teamName: string
  teamEmail: string
  baseCurrency: string
  role: AccountRole
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
