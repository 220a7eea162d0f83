import { emailLinkOrigin } from '#api/shared/http/allowed-origin.ts'

interface Sites {
  tradeOrigins: readonly string[]
  production: boolean
  port: number
}

/**
 * The link of a quote (product.md §5): on the team's own origin if it has one, otherwise below `/quote/` on the trade
 * site the request came from. A path when no site is known.
 */
export function quoteLink(
  sites: Sites,
  {
    slug,
    quoteOrigin,
    requestOrigin,
  }: { slug: string; quoteOrigin: string | null; requestOrigin: string | undefined },
): string {
  if (quoteOrigin !== null) return `${quoteOrigin}/${slug}`
  return `${emailLinkOrigin(sites, requestOrigin) ?? ''}/quote/${slug}`
}
