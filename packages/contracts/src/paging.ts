import { z } from 'zod'

/** `meta` of a paged list (product.md §9). */
export const pageMeta = z.object({
  total: z.int().nonnegative(),
  page: z.int().positive(),
  per_page: z.int().positive(),
  last_page: z.int().positive(),
})

const wholeNumber = (text: string) => z.coerce.number({ error: text }).int(text).positive(text)

/** `page` and `per_page` in a query string. */
export const pageQuery = (perPageDefault: number) => ({
  page: wholeNumber('must be a whole number from 1').max(100_000).default(1),
  per_page: wholeNumber('must be a whole number from 1 to 500')
    .max(500, 'must be at most 500')
    .default(perPageDefault),
})
