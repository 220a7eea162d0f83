/** Which quote an address opens, and which one offer of it. */
export interface QuotePlace {
  slug: string
  offerId: string | null
  /** The address of the whole quote. */
  whole: string
}

const quoteSegment = 'quote'

/**
 * Reads `/quote/{slug}/{id?}`, and `/{slug}/{id?}` of an origin that is a broker's own (product.md §5). Null where the address
 * is neither: then there is nothing there, and nobody is sent elsewhere.
 */
export function readQuotePlace(pathname: string): QuotePlace | null {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const prefix = segments[0] === quoteSegment ? `/${quoteSegment}` : ''
  const [slug, offerId, ...rest] = prefix === '' ? segments : segments.slice(1)
  // What no slug or id can look like is not worth a question.
  const isReadable = [slug, offerId ?? 'none'].every((part) => part !== undefined && /^[\w-]+$/.test(part))
  if (slug === undefined || !isReadable || rest.length > 0) return null
  return { slug, offerId: offerId ?? null, whole: `${prefix}/${slug}` }
}
