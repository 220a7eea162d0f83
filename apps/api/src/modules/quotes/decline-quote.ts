import { inTransaction } from '../../db/transaction.ts'
import { assertPossible, lockOpen, tellAnswer, type AnswerDeps } from './answer-quote.ts'
import { writeAnswer } from './answers.repo.ts'
import type { TeamQuoteSettings } from './quote-settings.repo.ts'

export interface Refusal {
  quoteId: string
  name: string | null
  reason: string | null
  settings: TeamQuoteSettings
}

/** A client says no, and perhaps why; what was accepted before is not any more. */
export async function declineQuote(deps: AnswerDeps, refusal: Refusal): Promise<void> {
  const { quoteId, name, reason } = refusal
  await inTransaction(deps.db, async (tx) => {
    const { quote, now } = await lockOpen(tx, deps, refusal)
    const { answer } = quote
    if (quote.state === 'declined' && answer?.name === name && answer.reason === reason) return
    assertPossible(quote, 'decline')
    await writeAnswer(tx, { quoteId, kind: 'declined', at: now, name, email: null, reason, chosen: [] })
    await tellAnswer(tx, quote, { what: 'declined', at: now, who: name, why: reason, facts: {} })
  })
}
