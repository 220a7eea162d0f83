import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { multiplyMoney, parseDecimal, type Money } from '@terrace/domain/money'
import { lineTotals } from '@terrace/domain/service-fee'
import { addTotals, type BasketTotals } from './basket.ts'
import { isOfStock, lineRefusal, type HoldRefusal, type RefusedLine } from './hold-refusal.ts'
import type { SelectedLine } from './selection.ts'

/** A selected listing as it stands now, as far as that is known. */
export interface SelectedEntry {
  line: SelectedLine
  splits: readonly number[]
  price: Money
  /** What one ticket cost when it was selected, where that has changed. */
  was: Money | null
  /** Of all its tickets, without the fee. */
  sum: Money
  /** Why it could not be held like this. */
  problem: HoldRefusal | null
  /** What would put that right: the quantity to take, or nothing to be had. */
  repair: number | 'out' | null
}

export interface SelectedBasket {
  entries: SelectedEntry[]
  tickets: number
  /** One for each currency; empty as long as the fee is not known. */
  totals: BasketTotals[]
  hasProblems: boolean
}

interface Known {
  lines: readonly SelectedLine[]
  /** What the feed said last of selected listings. */
  answer: FeedResponse | null
  /** It was asked for just these, so that one it does not name is no longer there. */
  isComplete: boolean
  /** What the last try to hold them was refused for, by {@link lineKey}. */
  refusals: ReadonlyMap<string, RefusedLine>
  /** The answer is newer than the refusals: it knows better what is left. */
  isSince: boolean
  /** They are being held, so that they go from the list by this very press. */
  isBusy: boolean
}

/** So many of this listing. */
export function lineKey({ listing_id, quantity }: Pick<SelectedLine, 'listing_id' | 'quantity'>): string {
  return `${listing_id}×${quantity}`
}

/** What is selected, at today's prices, and what stands in the way of holding it. */
export function selectedBasket(known: Known): SelectedBasket {
  const { lines, answer, isComplete, refusals, isSince, isBusy } = known
  const facts = new Map(answer?.data.map((listing) => [listing.id, listing]))
  const own = new Set(answer?.meta.mine.held.map(({ listing_id }) => listing_id))
  const entries = lines.map((line) => {
    const fact = facts.get(line.listing_id)
    const isExpected = (fact !== undefined || isComplete) && !isBusy
    const said = refusals.get(lineKey(line))
    const isOutdated = said !== undefined && isComplete && isSince && isOfStock(said)
    const expected = isExpected ? expectedRefusal(line, fact, own.has(line.listing_id)) : null
    return entryOf(line, fact, isOutdated ? expected : (said ?? expected))
  })
  return {
    entries,
    tickets: entries.reduce((sum, { line }) => sum + line.quantity, 0),
    totals: answer ? totalsOf(entries, answer.meta.service_fee_percent) : [],
    hasProblems: entries.some(({ problem }) => problem !== null),
  }
}

function entryOf(
  line: SelectedLine,
  fact: WireListing | undefined,
  refused: RefusedLine | null,
): SelectedEntry {
  const seen = fromWireMoney(line.price)
  const price = fact ? fromWireMoney(fact.proceed_price) : seen
  const isRepriced = price.currency === seen.currency && price.minor !== seen.minor
  const { quantity } = line
  const problem =
    refused && lineRefusal(refused, { seen: quantity, wanted: quantity }, 'These tickets cannot be held now')
  return {
    line,
    splits: fact?.splits ?? line.splits,
    price,
    was: isRepriced ? seen : null,
    sum: multiplyMoney(price, quantity),
    problem,
    repair: problem && (problem.nearest ?? 'out'),
  }
}

/** What the server would say, as far as the list already tells. */
function expectedRefusal(
  line: SelectedLine,
  fact: WireListing | undefined,
  isOwn: boolean,
): RefusedLine | null {
  const { listing_id } = line
  if (!fact) return { listing_id, code: 'listing.withdrawn', title: 'These tickets are no longer on sale' }
  const { available, splits } = fact
  if (available === 0 && isOwn) {
    return {
      listing_id,
      code: 'listing.held_by_you',
      title: 'Your team already holds what was left of these tickets',
    }
  }
  if (splits.includes(line.quantity)) return null
  return { listing_id, code: 'listing.split_not_allowed', available, splits }
}

function totalsOf(entries: readonly SelectedEntry[], feePercent: string): BasketTotals[] {
  const fee = parseDecimal(feePercent, 2)
  if (!fee.ok) return []
  return addTotals(
    entries.map(({ price, line }) => lineTotals({ price, quantity: line.quantity, feeBp: fee.minor })),
  )
}
