import { letterOrigin } from '../../shared/own-origin.ts'

interface Sites {
  tradeOrigins: readonly string[]
  production: boolean
  port: number
}

/**
 * The link of a quote (product.md §5): on the team's own origin where it has one, else below `/quote/` on the trade site that
 * the broker is on (`asked`, the browser's `Origin`). Where no site is known it is a path.
 */
export function quoteLink(
  sites: Sites,
  { slug, quoteOrigin, asked }: { slug: string; quoteOrigin: string | null; asked: string | undefined },
): string {
  if (quoteOrigin !== null) return `${quoteOrigin}/${slug}`
  return `${letterOrigin(sites, asked) ?? ''}/quote/${slug}`
}
