import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { IdempotencyKey } from '#api/shared/idempotency.ts'
import type { Ids } from '#api/shared/ids.ts'
import { minutesText } from '#api/shared/text/minutes-text.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import {
  changeUnderLock,
  type ChangeContext,
  type ChangeDeps,
  type QuoteCommand,
} from '../manage/change-quote.ts'
import { addEntries } from '../manage/quote-history.repo.ts'
import { countEmailsTo, countQuoteEmails, insertQuoteEmail, lockQuoteEmails } from './quote-emails.repo.ts'
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
  /** A repeated key sends nothing, and succeeds also when the quote has ended since. */
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
  const claim = key && { ...key, teamId, route: 'quotes.send' }
  await changeUnderLock(deps, { ...command, claim }, isOpen, async (context) => {
    const { tx, quote, now } = context
    if (decryptSlug(deps.fieldCipher, quote) === null) throw quoteErrors.make('quote.link_lost')
    await assertEmailsLeft(context, email)
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
  })
}

/** @throws `quote.too_many_emails` */
async function assertEmailsLeft({ tx, quote, now }: ChangeContext, email: string): Promise<void> {
  const { id: quoteId, teamId } = quote
  await lockQuoteEmails(tx, { teamId, email })
  const { quoteCount, teamCount, retryAfterSeconds } = await countQuoteEmails(tx, { quoteId, teamId, now })
  if (quoteCount >= maxEmailsPerQuote) throw tooManyEmails('this quote', retryAfterSeconds)
  if (teamCount >= maxEmailsPerTeam) throw tooManyEmails('your team', retryAfterSeconds)
  const toRecipient = await countEmailsTo(tx, { email, now })
  if (toRecipient.count >= maxEmailsPerRecipient)
    throw tooManyEmails('this address', toRecipient.retryAfterSeconds)
}

function tooManyEmails(limited: string, retryAfterSeconds: number) {
  return quoteErrors.make('quote.too_many_emails', {
    title: `Email limit reached for ${limited}. Share the link instead, or wait ${minutesText(retryAfterSeconds)}`,
    retryAfterSeconds,
  })
}
