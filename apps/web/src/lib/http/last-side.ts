/** Whether this browser was used for selling last. It outlives the session, and says nothing about the user. */
export function wasSelling(): boolean {
  return document.cookie.includes('lastSide=sell')
}

export function rememberSide(side: 'buy' | 'sell'): void {
  document.cookie = `lastSide=${side}; path=/; max-age=31536000; samesite=lax`
}
