import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { parseDecimal, type Money } from '@terrace/domain/money/money'
import { allInPrice, lineTotals, type BasisPoints } from '@terrace/domain/money/service-fee'
import { addTotals, type BasketTotals } from './basket.ts'
import {
  isStockError,
  lineHoldError,
  type HoldError,
  type HoldLineError,
} from '#web/features/holds/hold-error.ts'
import type { SelectedLine } from './selection.ts'

export interface SelectedEntry {
  line: SelectedLine
  splits: readonly number[]
  /** Per ticket, without the fee. */
  price: Money
  /** Per ticket; `null` until the fee is known. */
  allInPrice: Money | null
  /** All-in price per ticket at selection time, if it has changed since. */
  previousAllInPrice: Money | null
  problem: HoldError | null
  /** The quantity that would fix the problem, or `'remove'` when the line must be removed. */
  fix: number | 'remove' | null
}

export interface SelectedBasket {
  entries: SelectedEntry[]
  tickets: number
  /** One total per currency; empty until the fee is known. */
  totals: BasketTotals[]
  /** Date of the rates that prices were converted at; `undefined` when none was. */
  rateDate: string | undefined
  hasProblems: boolean
}

interface SelectedBasketInput {
  lines: readonly SelectedLine[]
  feed: FeedResponse | null
  /** The feed covers exactly these lines, so a missing listing is no longer on sale. */
  isComplete: boolean
  /** Errors of the last hold attempt, by {@link lineKey}. */
  lineErrors: ReadonlyMap<string, HoldLineError>
  /** Whether the feed is newer than the errors, so its stock is more accurate. */
  isFeedNewer: boolean
  /** While a hold request runs, its own listings disappear from the feed; that is not a problem. */
  isBusy: boolean
}

/** Identifies a listing with a selected quantity. */
export function lineKey({ listing_id, quantity }: Pick<SelectedLine, 'listing_id' | 'quantity'>): string {
  return `${listing_id}×${quantity}`
}

/** The selection at current prices, with the problem of each line that cannot be held. */
export function selectedBasket(input: SelectedBasketInput): SelectedBasket {
  const { lines, feed, isComplete, lineErrors, isFeedNewer, isBusy } = input
  const listingsById = new Map(feed?.data.map((listing) => [listing.id, listing]))
  const heldIds = new Set(feed?.meta.mine.held.map(({ listing_id }) => listing_id))
  const feeBp = feed && readFee(feed.meta.service_fee_percent)
  const entries = lines.map((line) => {
    const listing = listingsById.get(line.listing_id)
    const canPredict = (listing !== undefined || isComplete) && !isBusy
    const reported = lineErrors.get(lineKey(line))
    const isOutdated = reported !== undefined && isComplete && isFeedNewer && isStockError(reported)
    const predicted = canPredict ? predictLineError(line, listing, heldIds.has(line.listing_id)) : null
    return entryOf(line, { listing, feeBp, lineError: isOutdated ? predicted : (reported ?? predicted) })
  })
  return {
    entries,
    tickets: entries.reduce((total, { line }) => total + line.quantity, 0),
    totals: feeBp === null ? [] : totalsOf(entries, feeBp),
    rateDate: lines.some(({ listing_id: id }) => isConverted(listingsById.get(id)))
      ? feed?.meta.rate_date
      : undefined,
    hasProblems: entries.some(({ problem }) => problem !== null),
  }
}

function isConverted(listing: WireListing | undefined): boolean {
  return listing !== undefined && listing.original_price.currency !== listing.proceed_price.currency
}

interface CurrentLine {
  listing: WireListing | undefined
  feeBp: BasisPoints | null
  lineError: HoldLineError | null
}

function entryOf(line: SelectedLine, { listing, feeBp, lineError }: CurrentLine): SelectedEntry {
  const selectedPrice = fromWireMoney(line.price)
  const price = listing ? fromWireMoney(listing.proceed_price) : selectedPrice
  const hasPriceChanged = price.currency === selectedPrice.currency && price.minor !== selectedPrice.minor
  const { quantity } = line
  const problem =
    lineError &&
    lineHoldError(
      lineError,
      { shownQuantity: quantity, requested: quantity },
      'These tickets can’t be held right now',
    )
  return {
    line,
    splits: listing?.splits ?? line.splits,
    price,
    allInPrice: feeBp === null ? null : allInPrice(price, feeBp),
    previousAllInPrice: feeBp !== null && hasPriceChanged ? allInPrice(selectedPrice, feeBp) : null,
    problem,
    fix: problem && (problem.nearest ?? 'remove'),
  }
}

/** Predicts the server's error from the feed. */
function predictLineError(
  line: SelectedLine,
  listing: WireListing | undefined,
  isHeldByTeam: boolean,
): HoldLineError | null {
  const { listing_id } = line
  if (!listing) return { listing_id, code: 'listing.withdrawn', title: 'These tickets are no longer on sale' }
  const { available, splits } = listing
  if (available === 0 && isHeldByTeam) {
    return {
      listing_id,
      code: 'listing.held_by_you',
      title: 'Your team already holds the remaining tickets',
    }
  }
  if (splits.includes(line.quantity)) return null
  return { listing_id, code: 'listing.split_not_allowed', available, splits }
}

function readFee(percent: string): BasisPoints | null {
  const fee = parseDecimal(percent, 2)
  return fee.ok ? fee.minor : null
}

function totalsOf(entries: readonly SelectedEntry[], feeBp: BasisPoints): BasketTotals[] {
  return addTotals(entries.map(({ price, line }) => lineTotals({ price, quantity: line.quantity, feeBp })))
}
