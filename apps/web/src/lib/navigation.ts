/** Leaves by a full page load, so that nothing of the previous session stays in memory. */
export function leaveTo(path: string): void {
  window.location.assign(path)
}
