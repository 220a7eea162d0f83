/** Replaces the handover's URL with `path` and reloads (spec §2). */
export function replaceAndReload(path: string): void {
  window.history.replaceState(null, '', path)
  window.location.reload()
}
