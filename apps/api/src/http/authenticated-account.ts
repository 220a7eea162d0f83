import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'

/** Role that an account started with (product.md §8). What it may do depends on its team's capabilities. */
export type AccountRole = 'buyer' | 'seller' | 'operator'

/** The account behind a session. */
export interface AuthenticatedAccount {
  accountId: string
  sessionId: string
  teamId: string
  teamName: string
  role: AccountRole
  canBuy: boolean
  canSell: boolean
  /** All of them for an owner; none unless the team sells. */
  sellerPermissions: readonly SellerPermission[]
  baseCurrency: string
  /** The account must have a second factor, and this session has not proved one: it may only do that. */
  isSecondFactorDue: boolean
}

/** The API key with which a seller's system calls. */
export interface AuthenticatedKey {
  keyId: string
  teamId: string
  /** The kind of file that it may send. */
  profileId: string
}
