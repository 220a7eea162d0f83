import { quoteLifecycle } from '@terrace/domain/lifecycles/quote-lifecycle'
import type { Db } from '#api/db/client.ts'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { lockStock, type HoldCooldown } from '#api/modules/holds/index.ts'
import { addEntries } from '../manage/quote-history.repo.ts'
import { assertNotEnded } from '../public-page/open-quote-link.ts'
import { announceSharedHoldChanges } from '../manage/announce-quote-change.ts'
import type { TeamQuoteSettings } from '../settings/quote-settings.repo.ts'
import { isOpen } from '../quote-status.ts'
import type { Quote } from '../quote.ts'
import { quoteErrors } from '../quotes.errors.ts'
import { planResponseEmail } from './response-emails.repo.ts'
import { findQuote, lockQuote } from '../quotes.repo.ts'

/* Shared by accepting and declining: locking the quote and notifying the broker. */

export interface ResponseDeps {
  db: Db
  clock: Clock
  ids: Ids
  config: {
    maxHeldTicketsPerTeam: number
    holdMinutes: number
    serviceFeeBp: number
    production: boolean
    holdCooldown: HoldCooldown | null
    apiBaseUrl: string
    brand: string
  }
}

/** Validates after the lock wait, so that changes by the broker, other clients and time count. */
export async function lockOpenQuote(
  tx: Tx,
  { clock, config }: ResponseDeps,
  { quoteId, settings }: { quoteId: string; settings: TeamQuoteSettings },
): Promise<{ quote: Quote; now: Date }> {
  const quote = await lockWithHolds(tx, quoteId)
  const now = clock.now()
  if (!quote) throw quoteErrors.make('quote.unknown')
  assertNotEnded({ quote, settings }, { now, config })
  if (!isOpen(quote, now)) throw quoteErrors.make('quote.closed')
  return { quote, now }
}

/**
 * Several quotes may offer one hold. Locking the team's stock serialises their responses, so that it is promised
 * once.
 */
async function lockWithHolds(tx: Tx, quoteId: string): Promise<Quote | undefined> {
  const quote = await lockQuote(tx, quoteId)
  if (quote?.scope !== 'holds') return quote
  await lockStock(tx, { teamId: quote.teamId, holdIds: [], listingIds: [] })
  return findQuote(tx, quoteId)
}

export function assertAllowed({ state }: Quote, action: 'accept' | 'decline'): void {
  if (quoteLifecycle.next(state, action) === null) throw quoteErrors.make('quote.closed')
}

/** Records the response and announces it, for this quote and those that share its holds. */
export async function announceResponse(
  tx: Tx,
  { id, teamId }: Quote,
  entry: {
    event: 'accepted' | 'declined'
    at: Date
    actorName: string | null
    reason: string | null
    details: Record<string, unknown>
  },
): Promise<void> {
  await addEntries(tx, [{ quoteId: id, ...entry }])
  const email = await planResponseEmail(tx, id, entry.at)
  await recordEvents(tx, [
    {
      topic: `quote.${entry.event}`,
      subject: id,
      payload: { quoteId: id, teamId, ...(email !== 'now' && { email }) },
    },
  ])
  await announceSharedHoldChanges(tx, { id, teamId })
}
