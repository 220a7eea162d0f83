import { formatMoney, type Money } from '@terrace/domain/money/money'
import { toOneLine, type EmailContent } from './email-content.ts'

interface RefundLine {
  id: string
  title: string
  total: Money
  refund: { id: string } | undefined
}

/** To the buyer, when a refund fails. */
export function refundDelayedEmail({
  firstName,
  number,
  line,
  wasPaid,
  link,
}: {
  firstName: string
  number: string
  line: RefundLine
  /** The buyer was already notified that the refund was paid. */
  wasPaid: boolean
  link: string | undefined
}): EmailContent {
  return {
    subject: `Your ${formatMoney(line.total)} refund is delayed (order ${number})`,
    firstName,
    paragraphs: [
      wasPaid
        ? `We refunded ${formatMoney(line.total)} for ${toOneLine(line.title)} (order ${number}), but your bank returned the money to us.`
        : `Your bank rejected our ${formatMoney(line.total)} refund for ${toOneLine(line.title)} (order ${number}).`,
      'We’ll pay you another way if needed and email you when it’s on its way.',
    ],
    ...(link !== undefined && { action: { label: 'View order', link } }),
  }
}

/** To operators, when a refund fails. */
export function refundFailedEmail({
  firstName,
  number,
  line,
  wasPaid,
}: {
  firstName: string
  number: string
  line: RefundLine
  /** The bank accepted the refund first and returned it later. */
  wasPaid: boolean
}): EmailContent {
  const refund = line.refund?.id ?? '<refund>'
  return {
    subject: `Refund failed: ${formatMoney(line.total)} of order ${number}`,
    firstName,
    paragraphs: [
      wasPaid
        ? `The bank returned a refund of ${formatMoney(line.total)} for ${toOneLine(line.title)} (${line.id}, order ${number}), and the ledger records the return. The buyer knows that the refund is delayed.`
        : `A refund of ${formatMoney(line.total)} for ${toOneLine(line.title)} (${line.id}, order ${number}) failed. The buyer knows that it is delayed.`,
      'Check the provider’s dashboard for the reason. To retry:',
      `npm run admin -- refund ${refund} --retry`,
      'Or pay the buyer manually and record it with a note for the buyer:',
      `npm run admin -- refund ${refund} --paid-manually "by bank transfer"`,
    ],
  }
}
