import type { AccountRole } from '../../http/signed-in.ts'

/** A person's account inside a team. */
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
  createdAt: Date
}
