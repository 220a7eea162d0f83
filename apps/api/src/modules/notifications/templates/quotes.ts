import { formatDateTime, formatEventDate } from '@terrace/domain/dates'
import { formatTickets } from '@terrace/domain/tickets'
import { oneLine, type LetterWords } from './letter-words.ts'

interface QuotedEvent {
  title: string
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  venueName: string
  city: string
}

/** The link of a quote, for its client: what the page at the link does not show is not in here either. */
export function quoteSentWords({
  teamName,
  title,
  message,
  event,
  expiresAt,
  link,
}: {
  teamName: string
  title: string
  /** The broker's own words. */
  message: string
  event: QuotedEvent
  expiresAt: Date
  link: string
}): LetterWords {
  const team = oneLine(teamName)
  return {
    subject: `${team}: ${oneLine(title)}`,
    // How the client is called is not known for sure.
    firstName: '',
    paragraphs: [
      `${team} has an offer for you: ${oneLine(title)}.`,
      `${oneLine(event.title)}, ${whenAndWhere(event)}.`,
      ...message.split(/\n+/).map(oneLine).filter(Boolean),
      `You can accept or decline it until ${formatDateTime(expiresAt.toISOString().slice(0, 16))} UTC.`,
    ],
    action: { label: 'See the offer', link },
    footnote: `You get this letter because ${team} sent it to this address. If you do not know them, you need to do nothing.`,
  }
}

interface Notice {
  firstName: string
  title: string
  event: QuotedEvent
  /** Whom the quote is for, as the broker calls them. */
  clientName: string | null
  /** Undefined where no trade site is configured: then the letter names no address. */
  link: string | undefined
  brand: string
}

/** Somebody opened the quote. */
export function quoteViewedWords({ views, ...notice }: Notice & { views: number }): LetterWords {
  const times = views === 1 ? 'once' : `${views} times`
  return noticeWords(notice, {
    subject: `Opened: ${oneLine(notice.title)}`,
    paragraphs: [`Your quote ${quoted(notice)} has been opened, ${times} so far.`],
    why: 'when your quotes are opened',
  })
}

/** The client said yes. */
export function quoteAcceptedWords({
  name,
  email,
  offers,
  ...notice
}: Notice & {
  name: string | null
  email: string | null
  offers: readonly { quantity: number; section: string; row: string }[]
}): LetterWords {
  const who = [name, email && `(${email})`].filter(Boolean).map((part) => oneLine(String(part)))
  return noticeWords(notice, {
    subject: `Accepted: ${oneLine(notice.title)}`,
    paragraphs: [
      `${who.length > 0 ? who.join(' ') : 'Your client'} has accepted your quote ${quoted(notice)}:`,
      ...offers.map(({ quantity, section, row }) =>
        oneLine(`${formatTickets(quantity)}: ${row === '' ? section : `${section}, row ${row}`}`),
      ),
      'The tickets are not bought yet: buy them for the client before somebody else does.',
    ],
    why: 'when your quotes are accepted',
  })
}

/** The client said no. */
export function quoteDeclinedWords({
  name,
  reason,
  ...notice
}: Notice & { name: string | null; reason: string | null }): LetterWords {
  return noticeWords(notice, {
    subject: `Declined: ${oneLine(notice.title)}`,
    paragraphs: [
      `${name === null ? 'Your client' : oneLine(name)} has declined your quote ${quoted(notice)}.`,
      ...(reason === null ? [] : [`Their reason: ${oneLine(reason)}`]),
    ],
    why: 'when your quotes are declined',
  })
}

function noticeWords(
  { firstName, event, link, brand }: Notice,
  { subject, paragraphs, why }: { subject: string; paragraphs: readonly string[]; why: string },
): LetterWords {
  return {
    subject,
    firstName,
    paragraphs: [...paragraphs, `${oneLine(event.title)}, ${whenAndWhere(event)}.`],
    ...(link !== undefined && { action: { label: 'See the quote', link } }),
    footnote: `You get this letter because your team wants to be told on ${brand} ${why}. An owner of the team can stop that in the settings of its quotes.`,
  }
}

function quoted({ title, clientName }: Notice): string {
  return `“${oneLine(title)}”${clientName === null ? '' : ` for ${oneLine(clientName)}`}`
}

function whenAndWhere(event: QuotedEvent): string {
  const when = formatEventDate({ ...event, local: event.localAt })
  return `${when}, ${oneLine(event.venueName)}, ${oneLine(event.city)}`
}
