/** Leaves with a full page load, so no data of the previous session stays in memory. */
export function redirectTo(path: string): void {
  window.location.assign(path)
}

/**
 * Reloads the page with the current files. Returns false when the server does not respond, to avoid the browser's
 * error page.
 */
export async function tryReload(): Promise<boolean> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store' })
    if (!response.ok) return false
  } catch {
    return false
  }
  window.location.reload()
  return true
}
