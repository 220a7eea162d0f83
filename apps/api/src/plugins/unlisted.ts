import { foldProduct } from '@terrace/contracts/product'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { FastifyInstance } from 'fastify'

/** What whoever has a quote's link is shown is nobody's to keep, to list, or to tell the next site about (product.md §5). */
export const unlisted = {
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

/** Says so on every answer of the calls that such a page makes, refusals too. */
export function installUnlisted(
  app: FastifyInstance,
  { prefix, product }: { prefix: string; product: string },
): void {
  const calls = new Set<string | undefined>(
    Object.values(quotePageRoutes).map(({ path }) => prefix + foldProduct(path, product)),
  )
  app.addHook('onRequest', (request, reply, done) => {
    if (calls.has(request.routeOptions.url)) void reply.headers(unlisted)
    done()
  })
}
