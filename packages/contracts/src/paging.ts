import { z } from 'zod/mini'

/** `meta` of a paged list (product.md §9). */
export const pageMeta = z.object({
  total: z.int().check(z.nonnegative()),
  page: z.int().check(z.positive()),
  per_page: z.int().check(z.positive()),
  last_page: z.int().check(z.positive()),
})

const wholeNumber = (text: string) => z.coerce.number({ error: text }).check(z.int(text), z.positive(text))

/** `page` and `per_page` in a query string. */
export const pageQuery = (perPageDefault: number) => ({
  page: z._default(wholeNumber('must be a whole number from 1').check(z.lte(100_000)), 1),
  per_page: z._default(
    wholeNumber('must be a whole number from 1 to 500').check(z.lte(500, 'must be at most 500')),
    perPageDefault,
  ),
})
