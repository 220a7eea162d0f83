const quoteSegment = '/quote'

interface PageLocation {
  origin: string
  pathname: string
}

/**
 * Whether the application is served at this location (spec §2): the origin is a configured trade site and the path
 * lacks the quote segment. Otherwise the page is a quote page. Without configured origins, every origin is a trade
 * site.
 */
export function isTradingSite({ origin, pathname }: PageLocation, tradeOrigins: readonly string[]): boolean {
  const isTradeOrigin = tradeOrigins.length === 0 || tradeOrigins.includes(origin)
  return isTradeOrigin && pathname !== quoteSegment && !pathname.startsWith(`${quoteSegment}/`)
}
