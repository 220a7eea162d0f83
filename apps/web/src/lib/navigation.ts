/** Leaves by a full page load, so that nothing of the previous session stays in memory. */
export function leaveTo(path: string): void {
  window.location.assign(path)
}

/**
 * Loads the page anew, with files as they are now. False where the server does not answer: what stands there is better than
 * the browser's own page of an error.
 */
export async function loadAnew(): Promise<boolean> {
  try {
    const answer = await fetch('/config.json', { cache: 'no-store' })
    if (!answer.ok) return false
  } catch {
    return false
  }
  window.location.reload()
  return true
}
