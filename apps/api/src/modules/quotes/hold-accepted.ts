import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { holdWhatIsMissing } from '../holds/index.ts'
import type { AnswerDeps } from './answer-quote.ts'
import { giveBackUnwanted } from './give-back-unwanted.ts'
import { sumByListing, type Chosen } from './judge-choice.ts'
import type { TeamQuoteSettings } from './quote-settings.repo.ts'
import type { Quote } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'
import type { VisitorStock } from './visitor-offer.ts'

interface Accepted {
  chosen: readonly Chosen[]
  settings: TeamQuoteSettings
  stock: VisitorStock
}

export interface HeldForAnswer {
  /** What an earlier yes had held and this one has no use for: on sale again. */
  released: string[]
  /** Made for this yes; null where not all of it is held. */
  holds: string[] | null
}

/**
 * Holds what was accepted, as far as the team's settings and its limits let it, and gives back what an earlier yes held and
 * this one does not want; an answer stands without either. Throws `quote.offers_refused` where the stock has gone.
 */
export async function holdAccepted(
  tx: Tx,
  deps: AnswerDeps,
  quote: Quote,
  { chosen, settings, stock }: Accepted,
): Promise<HeldForAnswer> {
  const wanted = ticketsByListing(chosen)
  const giveBack = (canSwap: boolean) => giveBackUnwanted(tx, quote, { wanted, canSwap, book: stock.book })
  if (!settings.holdsOnAccept) return { released: await giveBack(false), holds: null }
  const holdRest = () => setAside(tx, deps, quote, { chosen, wanted, settings })
  await sql`savepoint before_swap`.execute(tx)
  const released = await giveBack(true)
  const holds = await holdRest()
  if (holds !== null || released.length === 0) return { released, holds }
  // The team may not hold what it would have instead: then it keeps what it has.
  await sql`rollback to savepoint before_swap`.execute(tx)
  return { released: await giveBack(false), holds: await holdRest() }
}

/** What is wanted of each listing, once. */
function ticketsByListing(chosen: readonly Chosen[]): { listingId: string; quantity: number }[] {
  const listingIds = [...new Set(chosen.map(({ listingId }) => listingId))]
  return listingIds.map((listingId) => ({ listingId, quantity: sumByListing(chosen, listingId) }))
}

interface SetAside extends Pick<Accepted, 'chosen' | 'settings'> {
  wanted: ReturnType<typeof ticketsByListing>
}

/** Holds what is missing of it, all or nothing; null where the team's settings or limits are against it. */
async function setAside(
  tx: Tx,
  deps: AnswerDeps,
  quote: Quote,
  { chosen, wanted, settings }: SetAside,
): Promise<string[] | null> {
  const held = await holdWhatIsMissing(tx, deps, {
    teamId: quote.teamId,
    accountId: quote.createdBy.accountId,
    currency: quote.team.baseCurrency,
    quoteRef: quote.id,
    holdIds: quote.offers.flatMap(({ holdId }) => holdId ?? []),
    wanted,
    atMost: settings.holdAtMost,
  })
  if (held.kind === 'held') return held.holdIds
  if (held.why === 'rule') return null
  const gone = new Set(held.listingIds)
  const lines = chosen.flatMap(({ offerId, listingId }) =>
    gone.has(listingId) ? [{ offer_id: offerId, code: 'offer.gone', quantities: [] }] : [],
  )
  throw quoteErrors.make('quote.offers_refused', { details: { lines } })
}
