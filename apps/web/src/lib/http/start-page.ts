/**
 * Where the next login without a page leads: to the side that this browser was used for last, or to the application to
 * sell that a sign-up asked for. It outlives the session.
 */
export type StartPage = 'buy' | 'sell' | 'apply' | 'apply-once'

/** Whether the next login leads to the seller's desk. */
export function startsAtDesk(): boolean {
  return savedStartPage() === 'sell'
}

/** Whether the next login leads to the application to sell. */
export function startsAtApplication(): boolean {
  return savedStartPage().startsWith('apply')
}

/** The application was shown. Logins lead there until it is submitted, or once where buying was wanted too. */
export function markApplicationShown({ isOpen }: { isOpen: boolean }): void {
  if (savedStartPage() === 'apply-once' || (startsAtApplication() && !isOpen)) saveStartPage('buy')
}

/** The cookie has its name from before it held more than sides; browsers have it for a year. */
export function saveStartPage(page: StartPage): void {
  document.cookie = `lastSide=${page}; path=/; max-age=31536000; samesite=lax`
}

const savedStartPage = () => /(?:^|; )lastSide=([a-z-]+)/.exec(document.cookie)?.[1] ?? ''
