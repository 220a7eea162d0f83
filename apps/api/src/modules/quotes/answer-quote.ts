import { quoteLifecycle } from '@terrace/domain/quote-lifecycle'
import type { Db } from '../../db/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Ids } from '../../shared/ids.ts'
import { lockStock } from '../holds/index.ts'
import { addEntries } from './history.repo.ts'
import { assertNotEnded } from './open-link.ts'
import { tellOfSameHolds } from './order-quote.ts'
import type { TeamQuoteSettings } from './quote-settings.repo.ts'
import { isOpen } from './quote-status.ts'
import type { Quote } from './quote.ts'
import { quoteErrors } from './quotes.errors.ts'
import { findQuote, lockQuote } from './quotes.repo.ts'

/* What yes and no have in common: the lock under which an answer is judged, and how the broker hears of it. */

export interface AnswerDeps {
  db: Db
  clock: Clock
  ids: Ids
  config: {
    holdCap: number
    holdMinutes: number
    serviceFeeBp: number
    production: boolean
    apiBase: string
  }
}

/** Judged after the lock wait: what the broker, time or another visitor did meanwhile counts. */
export async function lockOpen(
  tx: Tx,
  { clock, config }: AnswerDeps,
  { quoteId, settings }: { quoteId: string; settings: TeamQuoteSettings },
): Promise<{ quote: Quote; now: Date }> {
  const quote = await lockWithHolds(tx, quoteId)
  const now = clock.now()
  if (!quote) throw quoteErrors.make('quote.unknown')
  assertNotEnded({ quote, settings }, { now, apiBase: config.apiBase })
  if (!isOpen(quote, now)) throw quoteErrors.make('quote.closed')
  return { quote, now }
}

/** A hold may be what several quotes offer: their answers wait for each other, so that it is promised once. */
async function lockWithHolds(tx: Tx, quoteId: string): Promise<Quote | undefined> {
  const quote = await lockQuote(tx, quoteId)
  if (quote?.scope !== 'holds') return quote
  await lockStock(tx, { teamId: quote.teamId, holdIds: [], listingIds: [] })
  return findQuote(tx, quoteId)
}

export function assertPossible({ state }: Quote, action: 'accept' | 'decline'): void {
  if (quoteLifecycle.next(state, action) === null) throw quoteErrors.make('quote.closed')
}

/** Writes down what was said, and tells the broker; and whoever shows a quote of the same held tickets. */
export async function tellAnswer(
  tx: Tx,
  { id, teamId }: Quote,
  entry: {
    what: 'accepted' | 'declined'
    at: Date
    who: string | null
    why: string | null
    facts: Record<string, unknown>
  },
): Promise<void> {
  await addEntries(tx, [{ quoteId: id, ...entry }])
  await recordEvents(tx, [{ topic: `quote.${entry.what}`, subject: id, payload: { quoteId: id, teamId } }])
  await tellOfSameHolds(tx, { id, teamId })
}
