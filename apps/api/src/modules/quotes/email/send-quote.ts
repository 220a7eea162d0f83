import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { claimKey, storeResponse, type IdempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import {
  changeUnderLock,
  invalidQuoteState,
  type ChangeDeps,
  type QuoteCommand,
} from '../manage/change-quote.ts'
import { addEntries } from '../manage/quote-history.repo.ts'
import { countEmailsTo, countQuoteEmails, insertQuoteEmail } from './quote-emails.repo.ts'
import { markSent } from './reminders.repo.ts'
import { decryptSlug } from '../quote-slug.ts'
import { isOpen } from '../quote-status.ts'
import { quoteErrors } from '../quotes.errors.ts'

/** Emails per day for a quote and for all quotes of a team: enough for any client, too few for spam. */
const maxEmailsPerQuote = 10
const maxEmailsPerTeam = 200
/** From all teams together. */
const maxEmailsPerRecipient = 20

interface QuoteEmail {
  email: string
  message: string | undefined
  /** A repeated key sends nothing. */
  key: IdempotencyKey | undefined
}

/**
 * Emails the link of an open quote with the broker's message. The email is rendered when it is sent, by {@link
 * readQuoteEmailDetails}.
 * @throws `quote.too_many_emails`, `quote.link_lost` and the errors of `changeUnderLock`.
 */
export async function sendQuote(
  deps: ChangeDeps & { ids: Ids; fieldCipher: FieldCipher },
  command: QuoteCommand,
  { email, message, key }: QuoteEmail,
): Promise<void> {
  const { teamId, accountId } = command.by
  const scope = { teamId, route: 'quotes.send' }
  // A repeated request succeeds also when the quote has ended since.
  const isAlways = () => true
  await changeUnderLock(deps, command, isAlways, async ({ tx, quote, now }) => {
    if (key && (await claimKey(tx, scope, key)) !== undefined) return
    if (!isOpen(quote, now)) throw invalidQuoteState(quote, now)
    if (decryptSlug(deps.fieldCipher, quote) === null) throw quoteErrors.make('quote.link_lost')
    const recentEmails = await countQuoteEmails(tx, { quoteId: quote.id, teamId, now })
    const isQuoteLimitReached = recentEmails.quoteCount >= maxEmailsPerQuote
    if (isQuoteLimitReached || recentEmails.teamCount >= maxEmailsPerTeam) {
      const limitText = isQuoteLimitReached
        ? 'Email limit reached for this quote'
        : 'Email limit reached for your team'
      throw quoteErrors.make('quote.too_many_emails', {
        title: `${limitText}. Share the link instead, or wait ${minutesText(recentEmails.retryAfterSeconds)}`,
        retryAfterSeconds: recentEmails.retryAfterSeconds,
      })
    }
    const toRecipient = await countEmailsTo(tx, { email, now })
    if (toRecipient.count >= maxEmailsPerRecipient) {
      const { retryAfterSeconds } = toRecipient
      throw quoteErrors.make('quote.too_many_emails', {
        title: `Email limit reached for this address. Share the link instead, or wait ${minutesText(retryAfterSeconds)}`,
        retryAfterSeconds,
      })
    }
    const emailId = deps.ids.next('qem')
    await insertQuoteEmail(tx, {
      id: emailId,
      quoteId: quote.id,
      sentBy: accountId,
      email,
      message: message ?? '',
      at: now,
    })
    await markSent(tx, { teamId, quoteIds: [quote.id], now })
    await addEntries(tx, [{ quoteId: quote.id, at: now, event: 'sent', accountId, reason: `to ${email}` }])
    await recordEvents(tx, [
      { topic: 'quote.email_requested', subject: quote.id, payload: { quoteId: quote.id, teamId, emailId } },
    ])
    if (key) await storeResponse(tx, scope, key, { email_id: emailId })
  })
}
