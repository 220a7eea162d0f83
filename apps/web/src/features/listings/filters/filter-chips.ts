import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatCount } from '@terrace/domain/tickets/format-count'
import {
  choiceKinds,
  choiceTitles,
  selectedChoices,
  flagKinds,
  flagTitles,
  toggleChoice,
  type FeedFilterProps,
} from './filter-choices.ts'
import type { FeedParams } from './feed-params.ts'
import { allInLimit, type LimitEnd } from './price-limits.ts'
import { shortPrice } from './short-price.ts'

/** An active filter and the parameters that clear it. */
export interface FilterChip {
  key: string
  text: string
  clearedParams: FeedParams
}

/** More values than this are combined into one chip. */
const maxChipsPerKind = 4

/** The active filters, without the quantity, which the bar always shows. */
export function filterChips(filters: FeedFilterProps): FilterChip[] {
  const { params } = filters
  const price = priceRangeText(filters)
  return [
    ...(price === null
      ? []
      : [{ key: 'price', text: price, clearedParams: { min: undefined, max: undefined } }]),
    ...choiceKinds.flatMap((kind) => {
      const selected = selectedChoices(kind, filters)
      if (selected.length > maxChipsPerKind) {
        const text = `${choiceTitles[kind]}: ${formatCount(selected.length)} selected`
        return [{ key: kind, text, clearedParams: { [kind]: undefined } }]
      }
      return selected.map(({ id, name }) => ({
        key: `${kind} ${id}`,
        text: name,
        clearedParams: toggleChoice(kind, id, params),
      }))
    }),
    ...flagKinds.flatMap((kind) =>
      params[kind] === undefined
        ? []
        : [{ key: kind, text: flagTitles[kind], clearedParams: { [kind]: undefined } }],
    ),
  ]
}

/** For example `2 tickets or more`. */
export function quantityText(quantity: number): string {
  return `${quantity} tickets or more`
}

/** For example `£85 to £240 all-in`, `from £85 all-in` or `up to £240 all-in`; `null` without a price range. */
function priceRangeText({ params, meta }: Pick<FeedFilterProps, 'params' | 'meta'>): string | null {
  const { min, max, currency = '' } = params
  const text = (end: LimitEnd, limit: string) => {
    const amount = meta ? allInLimit(end, limit, meta) : limit
    return shortPrice(fromWireMoney({ amount, currency: meta?.currency ?? currency }))
  }
  // Without the fee, the limits can only be shown before it.
  const note = meta ? ' all-in' : ' before the fee'
  if (min !== undefined && max !== undefined) return `${text('min', min)} to ${text('max', max)}${note}`
  if (min !== undefined) return `from ${text('min', min)}${note}`
  return max === undefined ? null : `up to ${text('max', max)}${note}`
}
