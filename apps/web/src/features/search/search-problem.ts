/** What to say of a search that failed; the client's own words are for its developers. */
export function searchProblem(error: unknown): string {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 429) return 'Too many searches at once. It will work again in a moment.'
  return 'The search does not answer. What was typed stays.'
}
