const storageKey = 'short-password-notice-closed'

/** Whether the user closed the notice in this tab since the last login. */
export function isPasswordNoticeClosed(): boolean {
  return sessionStorage.getItem(storageKey) !== null
}

export function closePasswordNotice(): void {
  sessionStorage.setItem(storageKey, 'yes')
}

/** Each login asks again. */
export function reopenPasswordNotice(): void {
  sessionStorage.removeItem(storageKey)
}
