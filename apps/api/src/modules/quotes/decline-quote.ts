import { inTransaction } from '../../db/transaction.ts'
import { giveBackHolds } from '../holds/index.ts'
import { assertPossible, lockOpen, tellAnswer, type AnswerDeps } from './answer-quote.ts'
import { writeAnswer } from './answers.repo.ts'
import { readHoldsOfAnswers } from './history.repo.ts'
import type { TeamQuoteSettings } from './quote-settings.repo.ts'

export interface Refusal {
  quoteId: string
  name: string | null
  reason: string | null
  settings: TeamQuoteSettings
}

/**
 * A client says no, and perhaps why; what was accepted before is not any more, and what that made the team hold goes back on
 * sale, unless it is being paid for. What the broker has held stays the broker's. Answers whether anything came back.
 */
export async function declineQuote(deps: AnswerDeps, refusal: Refusal): Promise<boolean> {
  const { quoteId, name, reason } = refusal
  return inTransaction(deps.db, async (tx) => {
    const { quote, now } = await lockOpen(tx, deps, refusal)
    const { answer } = quote
    if (quote.state === 'declined' && answer?.name === name && answer.reason === reason) return false
    assertPossible(quote, 'decline')
    await writeAnswer(tx, { quoteId, kind: 'declined', at: now, name, email: null, reason, chosen: [] })
    const holdIds = await readHoldsOfAnswers(tx, quoteId)
    const released = await giveBackHolds(tx, { teamId: quote.teamId, holdIds })
    await tellAnswer(tx, quote, { what: 'declined', at: now, who: name, why: reason, facts: { released } })
    return released.length > 0
  })
}
