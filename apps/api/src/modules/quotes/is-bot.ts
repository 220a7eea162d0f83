/**
 * User agents of link previews, crawlers and HTTP libraries. No regular browser's user agent contains these words.
 */
const botPattern =
  /bot\b|bots\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp\/|vkshare|embedly|quora link|mediapartners|lighthouse|headless|curl\/|wget\/|python-|okhttp|go-http-client/i

/** Whether the user agent belongs to a bot. Browsers always send one, so a missing user agent counts as a bot. */
export function isBot(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === '' || botPattern.test(userAgent)
}
