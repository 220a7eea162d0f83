import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { Ids } from '../../shared/ids.ts'
import { minutesText } from '../../shared/minutes-text.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import { changeUnderLock, type ChangeDeps, type ToQuote } from './change-quote.ts'
import { addEntries } from './history.repo.ts'
import { countLetters, insertLetter } from './letters.repo.ts'
import { openSlug } from './quote-slug.ts'
import { isOpen } from './quote-status.ts'
import { quoteErrors } from './quotes.errors.ts'

/** Letters of one quote, and of all quotes of a team, in a day: enough for any client, and of no use to who floods. */
const lettersOfQuote = 10
const lettersOfTeam = 200

/**
 * Sends the link of a quote that stands to a client, with the broker's own words. The letter is written when it leaves, by
 * {@link draftQuoteLetter}. Throws `quote.too_many_letters` and `quote.link_lost` too.
 */
export async function sendQuote(
  deps: ChangeDeps & { ids: Ids; sealer: Sealer },
  to: ToQuote,
  { email, message }: { email: string; message: string | undefined },
): Promise<void> {
  const { teamId, accountId } = to.by
  await changeUnderLock(deps, to, isOpen, async ({ tx, quote, now }) => {
    if (openSlug(deps.sealer, quote) === null) throw quoteErrors.make('quote.link_lost')
    const sent = await countLetters(tx, { quoteId: quote.id, teamId, now })
    const isFull = sent.ofQuote >= lettersOfQuote
    if (isFull || sent.ofTeam >= lettersOfTeam) {
      const whose = isFull ? 'This quote was' : 'Your team’s quotes were'
      throw quoteErrors.make('quote.too_many_letters', {
        title: `${whose} sent too often today. Share the link instead, or wait ${minutesText(sent.endsInSeconds)}`,
        retryAfterSeconds: sent.endsInSeconds,
      })
    }
    const letterId = deps.ids.next('qlt')
    await insertLetter(tx, {
      id: letterId,
      quoteId: quote.id,
      sentBy: accountId,
      email,
      message: message ?? '',
      at: now,
    })
    await addEntries(tx, [{ quoteId: quote.id, at: now, what: 'sent', accountId, why: `to ${email}` }])
    await recordEvents(tx, [
      { topic: 'quote.sent', subject: quote.id, payload: { quoteId: quote.id, teamId, letterId } },
    ])
  })
}
