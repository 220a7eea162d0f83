import { parseDeliveryType } from '@terrace/domain/delivery-types'
import { z } from 'zod/mini'
import { ifSaid } from '#web/lib/search-params.ts'

/** More values of one kind than this are never sent. */
const mostValues = 200

/** Values that may be said any number of times, each once; what cannot be read is left out. */
function several<Value>(read: (text: string) => Value | null) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((said): Value[] | undefined => {
        const values = [said].flat().flatMap((each) => read(String(each)) ?? [])
        return values.length === 0 ? undefined : [...new Set(values)].slice(0, mostValues)
      }),
    ),
  )
}

const idOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
const sellerOf = (text: string) => (/^tm_[\w-]{1,60}$/.test(text) ? text : null)
const sectionOf = (text: string) => (text.trim() === '' || text.length > 100 ? null : text)

const flag = ifSaid(z.literal('1'))
const amount = ifSaid(z.string().check(z.regex(/^\d{1,9}(?:\.\d{1,2})?$/)))

/** What the address of the event page keeps of the filter; what is left out stands at its default, as does nonsense. */
export const feedSearch = z.pipe(
  z.object({
    /** Choice of quantity: ids 1 to 5 are that many or more, 6 is "Any quantity" (spec §3). */
    quantity: ifSaid(z.coerce.number().check(z.int(), z.gte(1), z.lte(6))),
    /** Prices in the chosen currency, both ends included. */
    min: amount,
    max: amount,
    category: several(idOf),
    section: several(sectionOf),
    type: several(parseDeliveryType),
    seller: several(sellerOf),
    in_hand: flag,
    instant: flag,
    hospitality: flag,
    new: flag,
    mine: flag,
    currency: ifSaid(z.string().check(z.regex(/^[A-Z]{3}$/))),
    order: ifSaid(z.enum(['price', 'section', 'row', 'quantity', 'in_hand_date', 'newest'])),
    sort: ifSaid(z.enum(['asc', 'desc'])),
  }),
  z.transform((said) =>
    Number(said.min) > Number(said.max) ? { ...said, min: undefined, max: undefined } : said,
  ),
)
export type FeedSearch = z.output<typeof feedSearch>

/** What takes every filter away. Order and currency stay: they narrow nothing. */
export const noFilters = {
  quantity: undefined,
  min: undefined,
  max: undefined,
  category: undefined,
  section: undefined,
  type: undefined,
  seller: undefined,
  in_hand: undefined,
  instant: undefined,
  hospitality: undefined,
  new: undefined,
  mine: undefined,
} satisfies FeedSearch

/** How many kinds of filter are set; a range of prices is one, and "Any quantity" none. */
export function countFilters(search: FeedSearch): number {
  const { min, max, quantity, ...others } = { ...noFilters, ...search }
  const { order: _order, sort: _sort, currency: _currency, ...kinds } = others
  return (
    Object.values(kinds).filter((value) => value !== undefined).length +
    (min === undefined && max === undefined ? 0 : 1) +
    (quantity === undefined || quantity === anyQuantity ? 0 : 1)
  )
}

/** The choice "Any quantity", which is the default. */
export const anyQuantity = 6

export const quantityChoices = [6, 1, 2, 3, 4, 5] as const

/** Whether two texts name one section: dashes and underscores are spaces (spec §3), and case does not count. */
export function isSameSection(left: string, right: string): boolean {
  return plainSection(left) === plainSection(right)
}

function plainSection(name: string): string {
  return name
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
}
