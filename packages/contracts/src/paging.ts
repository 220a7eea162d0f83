import { z } from 'zod/mini'

/** `meta` of a paged list (product.md §9). */
export const pageMeta = z.object({
  total: z.int().check(z.nonnegative()),
  page: z.int().check(z.positive()),
  per_page: z.int().check(z.positive()),
  last_page: z.int().check(z.positive()),
})

const positiveInteger = (text: string) =>
  z.coerce.number({ error: text }).check(z.int(text), z.positive(text))

/** `order_by` and `sort_order` in a query string. */
export const sortQuery = <const Key extends string>(
  keys: readonly [Key, ...Key[]],
  defaultOrder: { by: Key; direction: 'asc' | 'desc' },
) => ({
  order_by: z._default(z.enum(keys, { error: `must be one of ${keys.join(', ')}` }), () => defaultOrder.by),
  sort_order: z._default(
    z.enum(['asc', 'desc'], { error: 'must be asc or desc' }),
    () => defaultOrder.direction,
  ),
})

/** `page` and `per_page` in a query string. */
export const pageQuery = (perPageDefault: number) => ({
  page: z._default(positiveInteger('must be a whole number from 1').check(z.lte(100_000)), 1),
  per_page: z._default(
    positiveInteger('must be a whole number from 1 to 500').check(z.lte(500, 'must be at most 500')),
    perPageDefault,
  ),
})
