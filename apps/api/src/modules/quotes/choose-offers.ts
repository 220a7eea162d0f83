import type { Ids } from '../../shared/ids.ts'
import type { AppError } from '../../shared/app-error.ts'
import { lockHolds, type PayableHold } from '../holds/index.ts'
import type { Listing } from '../listings/index.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import { readEventsOfListings, type NewOffer } from './new-quote.repo.ts'
import { quantitiesOf, reachOf, type Stock } from './price-offers.ts'
import { quotedFacts } from './quoted-facts.ts'
import { quoteErrors, quoteRefusals } from './quotes.errors.ts'

export interface WantedListing {
  listingId: string
  quantity: number
}

interface Choice {
  teamId: string
  eventId: number
  ids: Ids
  stock: Stock
}

/** The chosen listings as offers. Throws `quote.listings_refused` with a line for each that cannot be quoted. */
export async function offerListings(
  db: Reader,
  wanted: readonly WantedListing[],
  { teamId, eventId, ids, stock }: Choice,
): Promise<NewOffer[]> {
  const { book, converter } = stock
  const missing = wanted.filter(({ listingId }) => !book.listing(listingId))
  const known = missing.length > 0 ? await readEventsOfListings(db, missing.map(listingIdOf)) : undefined
  const lines: object[] = []
  const offers = wanted.flatMap(({ listingId, quantity }, index): NewOffer[] => {
    const listing = book.listing(listingId)
    const reach = listing ? reachOf(listing, book, teamId) : 0
    const splits = listing ? quantitiesOf(listing, reach) : []
    const cost = listing && converter.convert(listing.price)
    const rate = listing && converter.rateOf(listing.price.currency)
    const code = listing
      ? refusalOf(listing, { teamId, reach, quantity, splits, isPriced: cost !== null && rate !== null })
      : refusalOfUnknown(known?.get(listingId), eventId)
    if (code !== undefined || !listing || !cost || !rate) {
      const isNumber = code === 'listing.insufficient_quantity' || code === 'listing.split_not_allowed'
      lines.push({
        index,
        listing_id: listingId,
        code,
        title: quoteRefusals[code ?? ''],
        available: isNumber ? reach : 0,
        splits: isNumber ? splits : [],
      })
      return []
    }
    return [
      {
        id: ids.next('off'),
        listingId,
        kind: 'offered',
        quantity,
        holdId: null,
        facts: quotedFacts(listing),
        costThen: cost,
        accepted: 0,
        agreed: null,
        position: index,
        price: listing.price,
        rate: rate.rate,
        rateDate: rate.rateDate ?? null,
      },
    ]
  })
  if (lines.length > 0) throw refused('quote.listings_refused', lines)
  return offers
}

/** The team's holds as offers, at the prices that they froze. Throws `quote.holds_refused` likewise. */
export async function offerHolds(
  tx: Tx,
  holdIds: readonly string[],
  { teamId, eventId, ids, stock }: Choice,
): Promise<NewOffer[]> {
  const held = new Map((await lockHolds(tx, teamId, holdIds)).map((hold) => [hold.id, hold]))
  const lines: object[] = []
  const offers = holdIds.flatMap((holdId, index): NewOffer[] => {
    const hold = held.get(holdId)
    const listing = hold && stock.book.listing(hold.listingId)
    const cost = hold && stock.converter.convert(hold.price)
    const rate = hold && stock.converter.rateOf(hold.price.currency)
    const code = refusalOfHold(hold, eventId)
    if (code !== undefined || !hold || !listing || !cost || !rate) {
      const reason = code ?? (listing ? 'listing.no_rate' : 'listing.withdrawn')
      lines.push({ index, hold_id: holdId, code: reason, title: quoteRefusals[reason] })
      return []
    }
    return [
      {
        id: ids.next('off'),
        listingId: hold.listingId,
        kind: 'offered',
        quantity: hold.quantity,
        holdId,
        facts: quotedFacts(listing),
        costThen: cost,
        accepted: 0,
        agreed: null,
        position: index,
        price: hold.price,
        rate: rate.rate,
        rateDate: rate.rateDate ?? null,
      },
    ]
  })
  if (lines.length > 0) throw refused('quote.holds_refused', lines)
  return offers
}

const listingIdOf = ({ listingId }: WantedListing) => listingId

interface Reach {
  teamId: string
  reach: number
  quantity: number
  splits: readonly number[]
  isPriced: boolean
}

function refusalOf(listing: Listing, { teamId, reach, quantity, splits, isPriced }: Reach) {
  if (listing.seller.id === teamId) return 'listing.own'
  if (!isPriced) return 'listing.no_rate'
  if (reach === 0) return 'listing.gone'
  if (quantity > reach) return 'listing.insufficient_quantity'
  return splits.includes(quantity) ? undefined : 'listing.split_not_allowed'
}

function refusalOfUnknown(itsEvent: number | undefined, eventId: number) {
  if (itsEvent === undefined) return 'listing.not_found'
  return itsEvent === eventId ? 'listing.withdrawn' : 'listing.other_event'
}

function refusalOfHold(hold: PayableHold | undefined, eventId: number) {
  if (!hold) return 'hold.not_found'
  if (hold.eventId !== eventId) return 'hold.other_event'
  if (hold.state === 'paying') return 'hold.paying'
  return hold.state === 'active' && hold.isLive ? undefined : 'hold.ended'
}

function refused(code: 'quote.listings_refused' | 'quote.holds_refused', lines: readonly object[]): AppError {
  const [first] = lines
  const title = first && 'title' in first && typeof first.title === 'string' ? first.title : undefined
  return quoteErrors.make(code, { ...(title !== undefined && { title }), details: { lines } })
}
