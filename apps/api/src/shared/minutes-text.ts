/** `a minute`, `14 minutes`: how long to wait, rounded up, so that nobody comes too early. */
export function minutesText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
