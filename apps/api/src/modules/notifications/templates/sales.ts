import { formatMoney, type Money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { toOneLine, type EmailContent } from './email-content.ts'

interface SaleLine {
  title: string
  whenAndWhere: string
  seatLabel: string
  quantity: number
  proceeds: Money
  deliverBy: string
  deliverAs: string
}

/** To members of a selling team that may deliver tickets, about their part of an order. */
export function ticketsSoldEmail({
  firstName,
  number,
  lines,
  link,
  seesMoney,
}: {
  firstName: string
  number: string
  lines: readonly SaleLine[]
  link: string | undefined
  /** Whether the member may know what the team receives. */
  seesMoney: boolean
}): EmailContent {
  const titles = [...new Set(lines.map(({ title }) => title))]
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const more = titles.length > 1 ? ` and ${titles.length - 1} more` : ''
  return {
    subject: toOneLine(`Sold: ${formatTickets(quantity)} for ${titles[0] ?? ''}${more} (order ${number})`),
    firstName,
    paragraphs: [
      `Your team sold ${formatTickets(quantity)}. Order number: ${number}.`,
      ...lines.map((line) =>
        toOneLine(
          `${line.title}, ${line.whenAndWhere}: ${formatTickets(line.quantity)}, ${line.seatLabel}.${seesMoney ? ` You receive ${formatMoney(line.proceeds)}.` : ''} Deliver by ${line.deliverBy} as ${line.deliverAs}.`,
        ),
      ),
    ],
    ...(link !== undefined && { action: { label: 'View the listing', link } }),
    footnote:
      'You get this email because you may deliver tickets for your team. Switch it off under Notifications in your account.',
  }
}
