/** Role of an account, which equals the role of its team (product.md §8). */
export type AccountRole = 'buyer' | 'seller' | 'operator'

/** The account behind a session. */
export interface AuthenticatedAccount {
  accountId: string
  sessionId: string
  teamId: string
  teamName: string
  role: AccountRole
  baseCurrency: string
  /** The account must have a second factor, and this session has not proved one: it may only do that. */
  isSecondFactorDue: boolean
}
