/** Text for a failed search; the client's own messages are meant for developers. */
export function searchErrorText(error: unknown): string {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 429) return 'Too many searches. Try again in a few seconds.'
  return 'Search isn’t responding. Try again.'
}
