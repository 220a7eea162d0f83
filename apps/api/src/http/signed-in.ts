/** The account behind a session as every capability sees it. */
export interface SignedIn {
  accountId: string
  sessionId: string
  teamId: string
  teamName: string
  role: 'buyer' | 'seller' | 'operator'
  baseCurrency: string
}
