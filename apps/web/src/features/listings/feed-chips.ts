import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatCount } from '@terrace/domain/tickets'
import {
  choiceKinds,
  choiceTitles,
  chosenOf,
  flagKinds,
  flagTitles,
  toggleChoice,
  type FilterState,
} from './feed-choices.ts'
import { anyQuantity, type FeedSearch } from './feed-search.ts'
import { shortPrice } from './short-price.ts'

/** One thing that is set, and what takes it back. */
export interface FilterChip {
  key: string
  text: string
  without: FeedSearch
}

/** More values of one kind than these are one chip. */
const mostOfKind = 4

/** All that narrows the list, in the order of the bar. */
export function chipsOf(state: FilterState): FilterChip[] {
  const { search } = state
  const { quantity = anyQuantity } = search
  const price = priceRangeText(state)
  return [
    ...(quantity === anyQuantity
      ? []
      : [{ key: 'quantity', text: quantityText(quantity), without: { quantity: undefined } }]),
    ...(price === null ? [] : [{ key: 'price', text: price, without: { min: undefined, max: undefined } }]),
    ...choiceKinds.flatMap((kind) => {
      const chosen = chosenOf(kind, state)
      if (chosen.length > mostOfKind) {
        const text = `${choiceTitles[kind]}: ${formatCount(chosen.length)} chosen`
        return [{ key: kind, text, without: { [kind]: undefined } }]
      }
      return chosen.map(({ id, name }) => ({
        key: `${kind} ${id}`,
        text: name,
        without: toggleChoice(kind, id, search),
      }))
    }),
    ...flagKinds.flatMap((kind) =>
      search[kind] === undefined
        ? []
        : [{ key: kind, text: flagTitles[kind], without: { [kind]: undefined } }],
    ),
  ]
}

/** `2 tickets or more`. */
export function quantityText(quantity: number): string {
  return quantity === 1 ? '1 ticket or more' : `${quantity} tickets or more`
}

/** `£85 to £240`, `from £85`, `up to £240`; null where no price is set. */
export function priceRangeText({ search, meta }: Pick<FilterState, 'search' | 'meta'>): string | null {
  const { min, max, currency = '' } = search
  const text = (amount: string) => shortPrice(fromWireMoney({ amount, currency: meta?.currency ?? currency }))
  if (min !== undefined && max !== undefined) return `${text(min)} to ${text(max)}`
  if (min !== undefined) return `from ${text(min)}`
  return max === undefined ? null : `up to ${text(max)}`
}
