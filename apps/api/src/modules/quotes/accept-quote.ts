import { toWireMoney } from '@terrace/contracts/wire-money'
import { inTransaction } from '../../db/transaction.ts'
import { assertPossible, lockOpen, tellAnswer, type AnswerDeps } from './answer-quote.ts'
import { writeAnswer } from './answers.repo.ts'
import { holdAccepted } from './hold-accepted.ts'
import { judgeChoice, type Chosen, type ChosenOffer } from './judge-choice.ts'
import type { TeamQuoteSettings } from './quote-settings.repo.ts'
import type { Quote } from './quote.ts'
import type { VisitorStock } from './visitor-offer.ts'

export interface Acceptance {
  quoteId: string
  name: string
  email: string
  offers: readonly ChosenOffer[]
  /** As it is now. */
  stock: VisitorStock
  settings: TeamQuoteSettings
}

/**
 * A client says yes to some of the offers (product.md §5). Whoever answers after another answers in their place; the same
 * again changes nothing and tells nobody. Where the team has it so, the tickets are held for it in the same transaction; what
 * an earlier yes held and this one does not want goes back on sale. Throws `quote.offers_refused` where any of them cannot be
 * had. Answers whether anything was held or given back.
 */
export async function acceptQuote(deps: AnswerDeps, acceptance: Acceptance): Promise<boolean> {
  const { quoteId, name, email, offers, stock, settings } = acceptance
  return inTransaction(deps.db, async (tx) => {
    const { quote, now } = await lockOpen(tx, deps, acceptance)
    const chosen = judgeChoice(quote, stock, offers, { withAlternatives: settings.offersAlternatives })
    if (isSaidAlready(quote, { name, email }, chosen)) return false
    assertPossible(quote, 'accept')
    const { released, holds } = await holdAccepted(tx, deps, quote, { chosen, settings, stock })
    await writeAnswer(tx, { quoteId, kind: 'accepted', at: now, name, email, reason: null, chosen })
    await tellAnswer(tx, quote, {
      what: 'accepted',
      at: now,
      who: name,
      why: null,
      facts: {
        email,
        held: holds !== null,
        // A later answer takes these back, and no others.
        holds: holds ?? [],
        // Nobody else's yes is.
        promised: offeredHolds(quote, chosen),
        released,
        offers: chosen.map(({ offerId, listingId, quantity, price }) => ({
          offer_id: offerId,
          listing_id: listingId,
          quantity,
          price: toWireMoney(price),
        })),
      },
    })
    return released.length > 0 || (holds ?? []).length > 0
  })
}

/** Holds that are what was chosen of the quote. */
function offeredHolds({ offers }: Quote, chosen: readonly Chosen[]): string[] {
  const ids = new Set(chosen.map(({ offerId }) => offerId))
  return offers.flatMap(({ id, holdId }) => (holdId !== null && ids.has(id) ? [holdId] : []))
}

function isSaidAlready(
  { state, answer, offers }: Quote,
  { name, email }: { name: string; email: string },
  chosen: readonly Chosen[],
): boolean {
  if (state !== 'accepted' || answer?.name !== name || answer.email !== email) return false
  const said = new Map(offers.flatMap(({ id, accepted }) => (accepted > 0 ? [[id, accepted]] : [])))
  return (
    said.size === chosen.length && chosen.every(({ offerId, quantity }) => said.get(offerId) === quantity)
  )
}
