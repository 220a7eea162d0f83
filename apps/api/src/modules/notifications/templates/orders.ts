import { formatMoney, type Money } from '@terrace/domain/money/money'
import { cardBrandName } from '@terrace/domain/text/card-brand'
import { multipleSellersNotice } from '@terrace/domain/tickets/multiple-sellers'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { issueLabel, type IssueKind } from '@terrace/domain/tickets/issue-kinds'
import { toOneLine, withoutLinks, type EmailContent } from './email-content.ts'

interface OrderLineDetails {
  title: string
  whenAndWhere: string
  seatLabel: string
  quantity: number
  total: Money
  nextStep: string
  cancellationReason: string | undefined
  refund: { manualPaymentNote: string | null } | undefined
}

interface OrderPlacedDetails {
  firstName: string
  number: string
  total: Money
  fee: Money
  card: { brand: string; last4: string } | null
  hasSeveralSellers: boolean
  lines: readonly OrderLineDetails[]
  /** `undefined` in production without `TRADE_ORIGINS`, the addresses of the web app; the email then has no link. */
  link: string | undefined
}

type LineEmailDetails = Pick<OrderPlacedDetails, 'firstName' | 'number' | 'card' | 'link'> & {
  line: OrderLineDetails
}

const action = (link: string | undefined) =>
  link === undefined ? {} : { action: { label: 'View order', link } }

/** `hadExpiredHolds`: the hold expired before payment and the tickets were reserved again (product.md §4). */
export function orderPlacedEmail({
  firstName,
  number,
  total,
  fee,
  card,
  hasSeveralSellers,
  lines,
  link,
  hadExpiredHolds,
}: OrderPlacedDetails & { hadExpiredHolds: boolean }): EmailContent {
  return {
    subject: `Order ${number} confirmed: ${titlesOf(lines)}`,
    firstName,
    paragraphs: [
      `Thanks for your order. Order number: ${number}.`,
      ...(hadExpiredHolds
        ? [
            'Your hold expired before the payment completed. The tickets were still available, so we reserved them again at the same price.',
          ]
        : []),
      ...lines.map((line) => `${describeLine(line)} ${formatMoney(line.total)}. ${toOneLine(line.nextStep)}`),
      `Total paid: ${formatMoney(total)}, including a fee of ${formatMoney(fee)}${paidWith(card)}.`,
      ...(hasSeveralSellers ? [multipleSellersNotice] : []),
    ],
    ...action(link),
    footnote: 'Find the invoice with your order in Purchases. Purchases are final.',
  }
}

/** The "order delivered" email, sent for each line when its tickets are delivered. */
export function ticketsDeliveredEmail({ firstName, number, line, link }: LineEmailDetails): EmailContent {
  return {
    subject: `Your tickets are here: ${toOneLine(line.title)} (order ${number})`,
    firstName,
    paragraphs: [
      `The seller has delivered these tickets from your order ${number}.`,
      describeLine(line),
      'Find them in Purchases. Check them today and use “Report an issue” if anything is wrong.',
    ],
    ...action(link),
  }
}

export function lineCancelledEmail({ firstName, number, line, link }: LineEmailDetails): EmailContent {
  return {
    subject: `Cancelled: ${toOneLine(line.title)} (order ${number})`,
    firstName,
    paragraphs: [
      `We’re sorry, these tickets from your order ${number} were cancelled.`,
      describeLine(line),
      ...(line.cancellationReason === undefined ? [] : [`Reason: ${toOneLine(line.cancellationReason)}`]),
      `You’ll get a full refund of ${formatMoney(line.total)}. We’ll email you when it’s on its way.`,
    ],
    ...action(link),
  }
}

export function lineRefundedEmail({ firstName, number, card, line, link }: LineEmailDetails): EmailContent {
  const note = line.refund?.manualPaymentNote
  const toCard = card ? ` to your ${cardOf(card)}` : ''
  return {
    subject: `Refunded: ${formatMoney(line.total)} for order ${number}`,
    firstName,
    paragraphs: [
      note
        ? `We’ve paid your ${formatMoney(line.total)} refund (${toOneLine(note)}). It may take your bank a few days.`
        : `We’ve refunded ${formatMoney(line.total)}${toCard}. It may take your bank a few days.`,
      `The refund is for these tickets from your order ${number}: ${describeLine(line)}`,
    ],
    ...action(link),
    footnote: 'It appears as a credit on the order’s invoice.',
  }
}

/** For a payment that ended without an order: refunded in full if it was captured, never charged otherwise. */
export function paymentRefundedEmail({
  firstName,
  amount,
  reason,
  wasCaptured,
  link,
}: {
  firstName: string
  amount: Money
  reason: string
  wasCaptured: boolean
  link: string | undefined
}): EmailContent {
  return {
    subject: `Your payment of ${formatMoney(amount)} ${wasCaptured ? 'was refunded' : 'wasn’t completed'}`,
    firstName,
    paragraphs: [
      toOneLine(reason),
      wasCaptured
        ? `We’ve refunded ${formatMoney(amount)} in full. It may take your bank a few days.`
        : `You weren’t charged. If ${formatMoney(amount)} shows as pending, your bank will release it within a few days.`,
    ],
    ...(link !== undefined && { action: { label: 'Find other tickets', link } }),
  }
}

/** To the seller and the operators. */
export function issueReportedEmail({
  firstName,
  number,
  line,
  kind,
  text,
  reportedBy,
}: {
  firstName: string
  number: string
  line: OrderLineDetails
  kind: IssueKind
  text: string
  reportedBy: string
}): EmailContent {
  const from = withoutLinks(toOneLine(reportedBy))
  return {
    subject: `Issue with order ${number}: ${toOneLine(line.title)}`,
    firstName,
    paragraphs: [
      `${from} reported an issue with order ${number}. Reason: ${issueLabel(kind)}.`,
      describeLine(line),
    ],
    message: { from: reportedBy, text },
  }
}

function describeLine({ title, whenAndWhere, seatLabel, quantity }: OrderLineDetails): string {
  return toOneLine(`${title}, ${whenAndWhere}: ${formatTickets(quantity)}, ${seatLabel}.`)
}

function titlesOf(lines: readonly OrderLineDetails[]): string {
  const [first = '', ...others] = new Set(lines.map(({ title }) => title))
  return toOneLine(others.length === 0 ? first : `${first} and ${others.length} more`)
}

const paidWith = (card: OrderPlacedDetails['card']): string => (card ? `, with your ${cardOf(card)}` : '')

const cardOf = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${cardBrandName(brand)} card ending in ${last4}`
