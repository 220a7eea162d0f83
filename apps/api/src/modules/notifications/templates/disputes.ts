import { formatInstant } from '@terrace/domain/time/dates'
import { formatMoney, type Money } from '@terrace/domain/money/money'
import { toOneLine, type EmailContent } from './email-content.ts'

const outcomeTexts = {
  won: 'Dispute won. No action needed.',
  lost: 'Dispute lost. The amount was withdrawn and recorded.',
}

interface DisputeEmail {
  firstName: string
  /** `null` if the purchase has no order. */
  number: string | null
  disputeId: string
  amount: Money
  reason: string
  state: 'open' | 'won' | 'lost'
  /** Deadline for submitting evidence to the gateway. */
  respondBy: Date | null
  /** Withdrawn by the gateway and not returned; zero while the bank only inquires. */
  withheld: Money
}

function nextStep({ state, respondBy, withheld }: DisputeEmail): string {
  if (state !== 'open') return outcomeTexts[state]
  const response =
    respondBy === null
      ? 'The payment provider isn’t accepting a response.'
      : `Submit proof of delivery in the provider’s dashboard by ${formatInstant(respondBy)}.`
  if (withheld.minor <= 0) return response
  return `The payment provider holds the money until the bank decides. ${response}`
}

const purchaseOf = ({ number }: DisputeEmail) =>
  number === null ? 'a purchase without an order' : `order ${number}`

const detailsHint = ({ number }: DisputeEmail) =>
  number === null ? [] : [`For the order and the dispute’s status: npm run admin -- order ${number}`]

/** To operators, when a dispute opens. */
export function paymentDisputedEmail(dispute: DisputeEmail): EmailContent {
  const { firstName, disputeId, amount, reason } = dispute
  const purchase = purchaseOf(dispute)
  return {
    subject: `Disputed: ${formatMoney(amount)} of ${purchase}`,
    firstName,
    paragraphs: [
      `The buyer’s bank disputed ${formatMoney(amount)} of ${purchase} (${disputeId}). Reason: ${toOneLine(reason)}.`,
      nextStep(dispute),
      ...detailsHint(dispute),
    ],
  }
}

const statusTexts = { open: 'Dispute updated', won: 'Dispute won', lost: 'Dispute lost' }

/** To operators, when the bank decides or the gateway withdraws or returns money. */
export function disputeUpdatedEmail(dispute: DisputeEmail): EmailContent {
  const { firstName, disputeId, amount, state, withheld } = dispute
  const purchase = purchaseOf(dispute)
  return {
    subject: `${statusTexts[state]}: ${formatMoney(amount)} of ${purchase}`,
    firstName,
    paragraphs: [
      `Dispute ${disputeId} of ${formatMoney(amount)} (${purchase}) was updated. Withdrawn so far: ${formatMoney(withheld)}.`,
      nextStep(dispute),
      ...detailsHint(dispute),
    ],
  }
}
