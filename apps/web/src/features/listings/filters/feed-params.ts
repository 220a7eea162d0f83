import { feedOrders } from '@terrace/contracts/listings'
import { parseDeliveryType } from '@terrace/domain/tickets/delivery-types'
import { z } from 'zod/mini'
import { optionalParam } from '#web/lib/url/search-params.ts'

/** Limit per filter; further values are ignored. */
const maxValues = 200

/** A repeatable parameter without duplicates; invalid values are dropped. */
function repeatable<Value>(parse: (text: string) => Value | null) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((input): Value[] | undefined => {
        const values = [input].flat().flatMap((each) => parse(String(each)) ?? [])
        return values.length === 0 ? undefined : [...new Set(values)].slice(0, maxValues)
      }),
    ),
  )
}

const parseId = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
const parseSeller = (text: string) => (/^tm_[\w-]{1,60}$/.test(text) ? text : null)
const parseText = (text: string) => (text.trim() === '' || text.length > 100 ? null : text)

const flag = optionalParam(z.literal('1'))
const amount = optionalParam(z.string().check(z.regex(/^\d{1,9}(?:\.\d{1,2})?$/)))

/** Filters in the event page's URL; missing and invalid values mean the default. */
export const feedParams = z.pipe(
  z.object({
    /** Quantity choice: ids 1 to 5 mean that many or more, 6 is "Any quantity" (spec §3); 1 means the same as 6. */
    quantity: optionalParam(
      z.pipe(
        z.coerce.number().check(z.int(), z.gte(1), z.lte(6)),
        z.transform((quantity) => (quantity === 1 ? undefined : quantity)),
      ),
    ),
    /** Price range in the selected currency, inclusive. Before the fee, as in the API; the page shows it with the fee. */
    min: amount,
    max: amount,
    category: repeatable(parseId),
    section: repeatable(parseText),
    type: repeatable(parseDeliveryType),
    seller: repeatable(parseSeller),
    in_hand: flag,
    instant: flag,
    hospitality: flag,
    new: flag,
    mine: flag,
    currency: optionalParam(z.string().check(z.regex(/^[A-Z]{3}$/))),
    /** The column: `order_by` in the API. */
    order: optionalParam(z.enum(feedOrders)),
    /** The direction: `sort_order` in the API. */
    sort: optionalParam(z.enum(['asc', 'desc'])),
    /** Venue parts typed in the search that led here; the page replaces them by categories or sections once loaded. */
    venue_part: repeatable(parseText),
    /** Words of that search without effect on this page. */
    ignored_word: repeatable(parseText),
  }),
  z.transform((input) =>
    Number(input.min) > Number(input.max) ? { ...input, min: undefined, max: undefined } : input,
  ),
)
export type FeedParams = z.output<typeof feedParams>

/** Parameters that filter the listings: all but the order, the currency and unresolved words of a search. */
export type FilterParam = Exclude<
  keyof FeedParams,
  'order' | 'sort' | 'currency' | 'venue_part' | 'ignored_word'
>

/** Clears every filter; keeps order and currency. */
export const clearedFilters = {
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
} satisfies Record<FilterParam, undefined>

const { min: _min, max: _max, quantity: _quantity, ...singleParamFilters } = clearedFilters
const singleParamNames = Object.keys(singleParamFilters) as (keyof typeof singleParamFilters)[]

/** Number of active filters; a price range counts as one, "Any quantity" as none. Other parameters do not count. */
export function countFilters(params: FeedParams): number {
  const { min, max, quantity } = params
  return (
    singleParamNames.filter((name) => params[name] !== undefined).length +
    (min === undefined && max === undefined ? 0 : 1) +
    (quantity === undefined || quantity === anyQuantity ? 0 : 1)
  )
}

/** Clears the filters that have a control of their own in the bar; all others are behind "More filters". */
const clearedBarFilters = {
  quantity: undefined,
  min: undefined,
  max: undefined,
  section: undefined,
  type: undefined,
  in_hand: undefined,
} satisfies Partial<typeof clearedFilters>

/** Number of active filters behind "More filters". */
export function countMoreFilters(params: FeedParams): number {
  return countFilters({ ...params, ...clearedBarFilters })
}

/** "Any quantity", the default. */
export const anyQuantity = 6

/** Without id 1: every listing has at least one ticket, so "1 or more" is "Any quantity". */
export const quantityChoices = [6, 2, 3, 4, 5] as const

/** Whether two texts name the same section, ignoring case, dashes and underscores (spec §3). */
export function isSameSection(left: string, right: string): boolean {
  return normalizeSection(left) === normalizeSection(right)
}

function normalizeSection(name: string): string {
  return name
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
}
