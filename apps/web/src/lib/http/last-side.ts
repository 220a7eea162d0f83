/**
 * Where a login without a page leads: what this browser was used for last, or the application to sell that a sign-up
 * asked for. It outlives the session.
 */
export type Side = 'buy' | 'sell' | 'apply' | 'apply-once'

/** Whether this browser was used for selling last. */
export function wasSelling(): boolean {
  return lastSide() === 'sell'
}

/** Whether the next login leads to the application to sell. */
export function isToApply(): boolean {
  return lastSide().startsWith('apply')
}

/** The application was shown. It leads there again until it is submitted, unless buying was wanted too. */
export function markApplicationShown({ isOpen }: { isOpen: boolean }): void {
  if (lastSide() === 'apply-once' || (isToApply() && !isOpen)) rememberSide('buy')
}

export function rememberSide(side: Side): void {
  document.cookie = `lastSide=${side}; path=/; max-age=31536000; samesite=lax`
}

const lastSide = () => /(?:^|; )lastSide=([a-z-]+)/.exec(document.cookie)?.[1] ?? ''
