const quoteSegment = '/quote'

interface Place {
  origin: string
  pathname: string
}

/**
 * Whether the application is served at this place (spec §2): the origin is a configured trade site and the path lacks the
 * quote segment. Where it is false the page is a quote page. No configured origins: every origin is a trade site.
 */
export function isTradeSite({ origin, pathname }: Place, tradeOrigins: readonly string[]): boolean {
  const isTradeOrigin = tradeOrigins.length === 0 || tradeOrigins.includes(origin)
  return isTradeOrigin && pathname !== quoteSegment && !pathname.startsWith(`${quoteSegment}/`)
}
