/** The quote that a URL opens, and the single offer it links to, if any. */
export interface QuoteUrl {
  slug: string
  offerId: string | null
  quotePath: string
}

const quoteSegment = 'quote'

/**
 * Parses `/quote/{slug}/{id?}`, and `/{slug}/{id?}` on a broker's own domain (product.md §5). Returns `null` for any
 * other path; clients are never redirected.
 */
export function parseQuoteUrl(pathname: string): QuoteUrl | null {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const prefix = segments[0] === quoteSegment ? `/${quoteSegment}` : ''
  const [slug, offerId, ...rest] = prefix === '' ? segments : segments.slice(1)
  // Skip the request when the slug or id cannot be valid.
  const isReadable = [slug, offerId ?? 'none'].every((part) => part !== undefined && /^[\w-]+$/.test(part))
  if (slug === undefined || !isReadable || rest.length > 0) return null
  return { slug, offerId: offerId ?? null, quotePath: `${prefix}/${slug}` }
}
