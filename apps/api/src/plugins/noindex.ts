import { expandProduct } from '@terrace/contracts/product'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { FastifyInstance } from 'fastify'

/** Keeps quote pages out of search indexes and caches, and their URLs out of `Referer` headers (product.md §5). */
export const noindexHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

/** Adds the headers to every response of the quote page's calls, errors included. */
export function installNoindex(
  app: FastifyInstance,
  { prefix, product }: { prefix: string; product: string },
): void {
  const calls = new Set<string | undefined>(
    Object.values(quotePageRoutes).map(({ path }) => prefix + expandProduct(path, product)),
  )
  app.addHook('onRequest', (request, reply, done) => {
    if (calls.has(request.routeOptions.url)) void reply.headers(noindexHeaders)
    done()
  })
}
