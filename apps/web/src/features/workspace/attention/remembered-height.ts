import { readUser } from '#web/lib/http/session.ts'

/** Per account: another one on this computer has other items. */
function storageKey(): string {
  const id = readUser()?.['id']
  return `attentionHeight:${typeof id === 'string' ? id : ''}`
}

/** Height in pixels that the section had last; 0 if it is unknown or the section was hidden. */
export function rememberedHeight(): number {
  try {
    const height = Number(localStorage.getItem(storageKey()))
    return Number.isFinite(height) ? height : 0
  } catch {
    return 0
  }
}

export function rememberHeight(height: number): void {
  try {
    localStorage.setItem(storageKey(), String(height))
  } catch {
    // Without storage the page moves once when the items arrive.
  }
}
