import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Sealer } from '../../shared/sealed-text.ts'
import { findLetter } from './letters.repo.ts'
import { quoteLink } from './quote-link.ts'
import { readQuoteSettings } from './quote-settings.repo.ts'
import { openSlug } from './quote-slug.ts'
import { isOpen } from './quote-status.ts'
import type { Quote } from './quote.ts'
import { findQuote } from './quotes.repo.ts'

interface LetterDeps {
  db: Db
  clock: Clock
  sealer: Sealer
  config: Pick<Config, 'tradeOrigins' | 'production' | 'port'>
}

/**
 * A letter that a broker asked for: to whom it goes, and what it says of the quote as it is now. Undefined where the quote
 * has ended since, or its link is lost. The link is made here, in the moment of writing: no queue and no table holds it.
 */
export async function draftQuoteLetter(
  { db, clock, sealer, config }: LetterDeps,
  letterId: string,
): Promise<(LetterToClient & { email: string; replyTo: string }) | undefined> {
  const letter = await findLetter(db, letterId)
  const quote = letter && (await findQuote(db, letter.quoteId))
  if (!quote || !isOpen(quote, clock.now())) return undefined
  const settings = await readQuoteSettings(db, quote.teamId)
  const slug = openSlug(sealer, quote)
  if (slug === null) return undefined
  return {
    email: letter.email,
    replyTo: settings.contactEmail || quote.team.email,
    teamName: settings.name || settings.teamName,
    message: letter.message,
    link: quoteLink(config, { slug, quoteOrigin: settings.quoteOrigin, asked: undefined }),
    ...of(quote),
  }
}

interface LetterToClient extends ReturnType<typeof of> {
  teamName: string
  message: string
  link: string
}

/** What the client of a quote did. */
export type QuoteNotice = 'viewed' | 'accepted' | 'declined'

/**
 * What the broker who made a quote is told of it by mail, and how else their team is reached: undefined where the team does not
 * want to be told, and where the client has said something else since, of which another letter tells.
 */
export async function draftQuoteNotice(
  { db }: { db: Db },
  { quoteId, kind }: { quoteId: string; kind: QuoteNotice },
) {
  const quote = await findQuote(db, quoteId)
  if (!quote || (kind !== 'viewed' && quote.answer?.kind !== kind)) return undefined
  const settings = await readQuoteSettings(db, quote.teamId)
  const { mailView, mailAccept, mailDecline } = settings
  if (!{ viewed: mailView, accepted: mailAccept, declined: mailDecline }[kind]) return undefined
  const { answer, offers } = quote
  return {
    accountId: quote.createdBy.accountId,
    team: { email: settings.contactEmail || quote.team.email, firstName: settings.teamName },
    clientName: quote.clientName,
    views: quote.views.count,
    name: answer?.name ?? null,
    email: answer?.email ?? null,
    reason: answer?.reason ?? null,
    offers: offers.flatMap(({ accepted, facts: { section, row } }) =>
      accepted > 0 ? [{ quantity: accepted, section, row }] : [],
    ),
    ...of(quote),
  }
}

function of({ title, event, expiresAt }: Quote) {
  const { title: eventTitle, localAt, dateConfirmed, timeConfirmed, venueName, city } = event
  return {
    title,
    expiresAt,
    event: { title: eventTitle, localAt, dateConfirmed, timeConfirmed, venueName, city },
  }
}
