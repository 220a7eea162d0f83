/** Puts the path into the address in place of what the handover left there, and loads it (spec §2). */
export function reloadAt(path: string): void {
  window.history.replaceState(null, '', path)
  window.location.reload()
}
