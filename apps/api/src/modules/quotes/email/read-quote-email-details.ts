import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { findQuoteEmail } from './quote-emails.repo.ts'
import { quoteLink } from '../quote-link.ts'
import { readQuoteSettings } from '../settings/quote-settings.repo.ts'
import { senderNameOf } from '../settings/sender-name.ts'
import { decryptSlug } from '../quote-slug.ts'
import { isOpen } from '../quote-status.ts'
import type { Quote } from '../quote.ts'
import { findQuote } from '../quotes.repo.ts'

interface EmailDeps {
  db: Db
  clock: Clock
  fieldCipher: FieldCipher
  config: Pick<Config, 'tradeOrigins' | 'production' | 'port' | 'brand'>
}

/**
 * Returns the data for the email with a quote's link; `undefined` when the quote has closed or its link is lost. The link is
 * decrypted when the email is rendered, so that no queue or table stores it.
 */
export async function readQuoteEmailDetails(
  { db, clock, fieldCipher, config }: EmailDeps,
  emailId: string,
): Promise<(ClientEmail & { email: string; replyTo: string }) | undefined> {
  const quoteEmail = await findQuoteEmail(db, emailId)
  const quote = quoteEmail && (await findQuote(db, quoteEmail.quoteId))
  if (!quote || !isOpen(quote, clock.now())) return undefined
  const settings = await readQuoteSettings(db, quote.teamId)
  const slug = decryptSlug(fieldCipher, quote)
  if (slug === null) return undefined
  return {
    email: quoteEmail.email,
    replyTo: settings.contactEmail || quote.team.email,
    teamName: senderNameOf(settings, config.brand),
    message: quoteEmail.message,
    link: quoteLink(config, { slug, quoteOrigin: settings.quoteOrigin, requestOrigin: undefined }),
    ...quoteEmailContent(quote),
  }
}

interface ClientEmail extends ReturnType<typeof quoteEmailContent> {
  teamName: string
  message: string
  link: string
}

export type QuoteNotificationKind = 'viewed' | 'unopened' | 'accepted' | 'declined' | 'responses'

/**
 * Returns the data for the notification of the broker; `undefined` when the team has turned it off, or the client has
 * responded differently or opened the quote since, which sends its own email.
 */
export async function readQuoteNotificationDetails(
  { db, clock }: { db: Db; clock: Clock },
  { quoteId, kind }: { quoteId: string; kind: QuoteNotificationKind },
) {
  const quote = await findQuote(db, quoteId)
  if (!quote || !isCurrent(quote, kind, clock.now())) return undefined
  const settings = await readQuoteSettings(db, quote.teamId)
  const { mailView, mailUnopened, mailAccept, mailDecline } = settings
  const isOn = {
    viewed: mailView,
    unopened: mailUnopened,
    accepted: mailAccept,
    declined: mailDecline,
    responses: mailAccept || mailDecline,
  }
  if (!isOn[kind]) return undefined
  const { response, offers } = quote
  return {
    accountId: quote.createdBy.accountId,
    team: { email: settings.contactEmail || quote.team.email, firstName: settings.teamName },
    clientName: quote.clientName,
    views: quote.views.count,
    name: response?.name ?? null,
    email: response?.email ?? null,
    response: response?.kind ?? null,
    reason: response?.reason ?? null,
    offers: offers.flatMap(({ accepted, snapshot: { section, row } }) =>
      accepted > 0 ? [{ quantity: accepted, section, row }] : [],
    ),
    ...quoteEmailContent(quote),
  }
}

function isCurrent(quote: Quote, kind: QuoteNotificationKind, now: Date): boolean {
  if (kind === 'viewed' || kind === 'responses') return true
  return kind === 'unopened' ? quote.views.count === 0 && isOpen(quote, now) : quote.response?.kind === kind
}

function quoteEmailContent({ title, event, expiresAt, offerChoice, offers }: Quote) {
  const { title: eventTitle, localAt, dateConfirmed, timeConfirmed, venueName, city } = event
  return {
    title,
    expiresAt,
    /** How many alternatives the client chooses from; `null` unless they exclude each other. */
    alternativeCount: offerChoice === 'one' ? offers.filter(({ kind }) => kind === 'offered').length : null,
    event: { title: eventTitle, localAt, dateConfirmed, timeConfirmed, venueName, city },
  }
}
