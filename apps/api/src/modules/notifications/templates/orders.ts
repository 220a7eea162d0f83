import { formatMoney, type Money } from '@terrace/domain/money'
import { multipleSellersNotice } from '@terrace/domain/multiple-sellers'
import { formatTickets } from '@terrace/domain/tickets'
import { oneLine, type LetterWords } from './letter-words.ts'

interface LetterLine {
  title: string
  whenAndWhere: string
  place: string
  quantity: number
  total: Money
  next: string
  cancelledFor: string | undefined
  refund: { paidOtherwise: string | null } | undefined
}

interface OrderLetter {
  firstName: string
  number: string
  total: Money
  fee: Money
  card: { brand: string; last4: string } | null
  hasSeveralSellers: boolean
  lines: readonly LetterLine[]
  /** Where the order is shown; undefined where no trade site is configured. */
  link: string | undefined
}

type LineLetter = Pick<OrderLetter, 'firstName' | 'number' | 'card' | 'link'> & { line: LetterLine }

const action = (link: string | undefined) =>
  link === undefined ? {} : { action: { label: 'See your order', link } }

/** The order stands: what it is, what happens next with each line, what was paid. `isRetaken`: see product.md §4. */
export function orderPlacedWords({
  firstName,
  number,
  total,
  fee,
  card,
  hasSeveralSellers,
  lines,
  link,
  isRetaken,
}: OrderLetter & { isRetaken: boolean }): LetterWords {
  return {
    subject: `Order ${number} is confirmed: ${titlesOf(lines)}`,
    firstName,
    paragraphs: [
      `Thank you for your order. Its number is ${number}.`,
      ...(isRetaken
        ? [
            'Your payment came through after the time for your tickets had run out. They were still free, so we have taken them for you again, at the same price.',
          ]
        : []),
      ...lines.map((line) => `${factsOf(line)} ${formatMoney(line.total)}. ${oneLine(line.next)}`),
      `Total paid: ${formatMoney(total)}, of which ${formatMoney(fee)} service fee${paidWith(card)}.`,
      ...(hasSeveralSellers ? [multipleSellersNotice] : []),
    ],
    ...action(link),
    footnote: 'The invoice is with your order in “Purchases”. Purchases are final.',
  }
}

/** All tickets of a line are there. */
export function ticketsDeliveredWords({ firstName, number, line, link }: LineLetter): LetterWords {
  return {
    subject: `Your tickets are here: ${oneLine(line.title)} (order ${number})`,
    firstName,
    paragraphs: [
      `The seller has delivered these tickets of your order ${number}.`,
      factsOf(line),
      'You find them with your order in “Purchases”. Please look at them today: if anything is wrong, “Report an issue” there reaches us and the seller.',
    ],
    ...action(link),
  }
}

/** A line was cancelled, and its money will come. */
export function lineCancelledWords({ firstName, number, line, link }: LineLetter): LetterWords {
  return {
    subject: `Cancelled: ${oneLine(line.title)} (order ${number})`,
    firstName,
    paragraphs: [
      `We are sorry: these tickets of your order ${number} had to be cancelled.`,
      factsOf(line),
      ...(line.cancelledFor === undefined ? [] : [`Why: ${oneLine(line.cancelledFor)}`]),
      `You are paid back ${formatMoney(line.total)}, which is all that you paid for them. We write again when the money is on its way.`,
    ],
    ...action(link),
  }
}

/** The money of a cancelled line is on its way. */
export function lineRefundedWords({ firstName, number, card, line, link }: LineLetter): LetterWords {
  const how = line.refund?.paidOtherwise
  const toCard = card ? ` to your ${cardOf(card)}` : ''
  return {
    subject: `Refunded: ${formatMoney(line.total)} for order ${number}`,
    firstName,
    paragraphs: [
      `We have paid back ${formatMoney(line.total)}${how ? ` another way: ${oneLine(how)}` : toCard}. Your bank may take a few days to show it.`,
      `It is for these tickets of your order ${number}. ${factsOf(line)}`,
    ],
    ...action(link),
    footnote: 'The invoice of the order shows it as a credit.',
  }
}

/** A payment came to no order and was returned whole. */
export function paymentRefundedWords({
  firstName,
  amount,
  reason,
  link,
}: {
  firstName: string
  amount: Money
  reason: string
  link: string | undefined
}): LetterWords {
  return {
    subject: `Your payment of ${formatMoney(amount)} was returned`,
    firstName,
    paragraphs: [
      oneLine(reason),
      `Nothing of the ${formatMoney(amount)} stays with us. Your bank may take a few days to show it.`,
    ],
    ...(link !== undefined && { action: { label: 'Look for other tickets', link } }),
  }
}

const issueTexts = new Map([
  ['not_received', 'The tickets were not received'],
  ['wrong_tickets', 'The tickets are the wrong ones'],
  ['wrong_seats', 'The seats are the wrong ones'],
  ['file_unreadable', 'A file cannot be opened'],
  ['not_admitted', 'Somebody was not let in'],
])

/** To the seller and the operators: something is wrong with a line. */
export function issueReportedWords({
  firstName,
  number,
  line,
  kind,
  text,
  reportedBy,
}: {
  firstName: string
  number: string
  line: LetterLine
  kind: string
  text: string
  reportedBy: string
}): LetterWords {
  return {
    subject: `Issue with order ${number}: ${oneLine(line.title)}`,
    firstName,
    paragraphs: [
      `${oneLine(reportedBy)} reports an issue with order ${number}. ${issueTexts.get(kind) ?? 'Something else is wrong'}.`,
      factsOf(line),
      ...text
        .split(/\n+/)
        .map(oneLine)
        .filter((paragraph) => paragraph !== ''),
    ],
  }
}

function factsOf({ title, whenAndWhere, place, quantity }: LetterLine): string {
  return oneLine(`${title}, ${whenAndWhere}: ${formatTickets(quantity)}, ${place}.`)
}

function titlesOf(lines: readonly LetterLine[]): string {
  const [first = '', ...others] = new Set(lines.map(({ title }) => title))
  return oneLine(others.length === 0 ? first : `${first} and ${others.length} more`)
}

const paidWith = (card: OrderLetter['card']): string => (card ? `, with your ${cardOf(card)}` : '')

/** Gateways write brands in small letters. */
const cardOf = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} card ending in ${last4}`
