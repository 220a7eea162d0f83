import { formatDateTime, formatEventDate } from '@terrace/domain/time/dates'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { toOneLine, withoutLinks, type EmailContent } from './email-content.ts'

interface QuotedEvent {
  title: string
  localAt: string
  dateConfirmed: boolean
  timeConfirmed: boolean
  venueName: string
  city: string
}

/** To the client. Contains nothing that the quote page does not show. */
export function quoteSentEmail({
  teamName,
  title,
  message,
  event,
  expiresAt,
  alternativeCount,
  link,
}: {
  teamName: string
  title: string
  /** Written by the broker. */
  message: string
  event: QuotedEvent
  expiresAt: Date
  /** How many alternatives the client chooses from; `null` unless they exclude each other. */
  alternativeCount: number | null
  link: string
}): EmailContent {
  const team = withoutLinks(toOneLine(teamName))
  const offer = withoutLinks(toOneLine(title))
  return {
    subject: `${team}: ${offer}`,
    // The client's name is not verified, so the email does not use it.
    firstName: '',
    paragraphs: [
      `${team} has an offer for you: ${offer}.`,
      `${toOneLine(event.title)}, ${whenAndWhere(event)}.`,
      ...(alternativeCount !== null && alternativeCount > 1
        ? [`You can choose one of ${alternativeCount} offers.`]
        : []),
      `Accept or decline it by ${formatDateTime(expiresAt.toISOString().slice(0, 16))} UTC.`,
    ],
    message: { from: teamName, text: message },
    action: { label: 'View offer', link },
    footnote: `${team} sent you this email. If you don’t know them, ignore it.`,
  }
}

interface QuoteNotice {
  firstName: string
  title: string
  event: QuotedEvent
  clientName: string | null
  /** `undefined` in production without `TRADE_ORIGINS`; the email then has no link. */
  link: string | undefined
  brand: string
}

export function quoteViewedEmail({ views, ...notice }: QuoteNotice & { views: number }): EmailContent {
  const times = timesText(views)
  return quoteNoticeEmail(notice, {
    subject: `Opened: ${toOneLine(notice.title)}`,
    paragraphs: [`Your quote ${quoted(notice)} has been opened ${times} so far.`],
  })
}

export function quoteUnopenedEmail({
  expiresAt,
  ...notice
}: QuoteNotice & { expiresAt: Date }): EmailContent {
  return quoteNoticeEmail(notice, {
    subject: `Not opened: ${toOneLine(notice.title)}`,
    paragraphs: [
      `Your quote ${quoted(notice)} hasn’t been opened yet.`,
      `Send it again, or contact the client before it expires: ${formatDateTime(expiresAt.toISOString().slice(0, 16))} UTC.`,
    ],
  })
}

export function quoteAcceptedEmail({
  name,
  email,
  offers,
  ...notice
}: QuoteNotice & {
  name: string | null
  email: string | null
  offers: readonly { quantity: number; section: string; row: string }[]
}): EmailContent {
  const client = [name && fromVisitor(name), email && toOneLine(`(${email})`)].filter(Boolean)
  return quoteNoticeEmail(notice, {
    subject: `Accepted: ${toOneLine(notice.title)}`,
    paragraphs: [
      `${client.length > 0 ? client.join(' ') : 'Your client'} accepted your quote ${quoted(notice)}:`,
      ...offers.map(({ quantity, section, row }) =>
        toOneLine(`${formatTickets(quantity)}: ${row === '' ? section : `${section}, row ${row}`}`),
      ),
      'The tickets aren’t bought yet. Buy them before they sell out.',
    ],
  })
}

export function quoteDeclinedEmail({
  name,
  reason,
  ...notice
}: QuoteNotice & { name: string | null; reason: string | null }): EmailContent {
  return quoteNoticeEmail(notice, {
    subject: `Declined: ${toOneLine(notice.title)}`,
    paragraphs: [
      `${name === null ? 'Your client' : fromVisitor(name)} declined your quote ${quoted(notice)}.`,
      ...(reason === null ? [] : [reasonParagraph(reason)]),
    ],
  })
}

/** For several responses of clients within minutes. */
export function quoteResponsesEmail({
  accepted,
  declined,
  response,
  name,
  reason,
  ...notice
}: QuoteNotice & {
  accepted: number
  declined: number
  /** The latest response, which applies. */
  response: 'accepted' | 'declined' | null
  name: string | null
  reason: string | null
}): EmailContent {
  const total = accepted + declined
  const client = name === null ? 'your client' : fromVisitor(name)
  return quoteNoticeEmail(notice, {
    subject: `${total} more ${total === 1 ? 'response' : 'responses'}: ${toOneLine(notice.title)}`,
    paragraphs: [
      `Your quote ${quoted(notice)} got more responses: accepted ${timesText(accepted)}, declined ${timesText(declined)}.`,
      ...(response === null ? [] : [`The latest response applies: ${response} by ${client}.`]),
      ...(response === 'declined' && reason !== null ? [reasonParagraph(reason)] : []),
      'Many responses in a short time can mean that others have the link. If you don’t know them, withdraw the quote and send a new one.',
    ],
  })
}

/** Anyone with the link can write it, so mail clients must not make it a link in an email that comes from us. */
const fromVisitor = (text: string): string => withoutLinks(toOneLine(text))

const reasonParagraph = (reason: string): string => `Reason: ${fromVisitor(reason)} (as the visitor wrote it)`

const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function quoteNoticeEmail(
  { firstName, event, link, brand }: QuoteNotice,
  { subject, paragraphs }: { subject: string; paragraphs: readonly string[] },
): EmailContent {
  return {
    subject,
    firstName,
    paragraphs: [...paragraphs, `${toOneLine(event.title)}, ${whenAndWhere(event)}.`],
    ...(link !== undefined && { action: { label: 'View quote', link } }),
    footnote: `You’re receiving this because quote notifications are on in ${brand}. Owners can change this in quote settings.`,
  }
}

function quoted({ title, clientName }: QuoteNotice): string {
  return `“${toOneLine(title)}”${clientName === null ? '' : ` for ${fromVisitor(clientName)}`}`
}

function whenAndWhere(event: QuotedEvent): string {
  const when = formatEventDate({ ...event, local: event.localAt })
  return `${when}, ${toOneLine(event.venueName)}, ${toOneLine(event.city)}`
}
