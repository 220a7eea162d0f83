/**
 * What fetches a link that somebody sends, to show what is behind it, and what reads the web: names that they give
 * themselves. A person's browser has none of these words in its own.
 */
const robots =
  /bot\b|bots\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp\/|vkshare|embedly|quora link|mediapartners|lighthouse|headless|curl\/|wget\/|python-|okhttp|go-http-client/i

/** Whether a call comes from no person's browser: one without a name is no browser either. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === '' || robots.test(userAgent)
}
