/** What an account is on the marketplace; its team is the same (product.md §8). */
export type AccountRole = 'buyer' | 'seller' | 'operator'

/** The account behind a session as every capability sees it. */
export interface SignedIn {
  accountId: string
  sessionId: string
  teamId: string
  teamName: string
  role: AccountRole
  baseCurrency: string
}
