import { formatInstant } from '@terrace/domain/dates'
import { formatMoney, type Money } from '@terrace/domain/money'
import { oneLine, type LetterWords } from './letter-words.ts'

const decided = {
  won: 'The bank has decided for us: nothing needs to be done.',
  lost: 'The bank has decided against us: the money is gone, and the books say so.',
}

/** A dispute as the letters tell of it. */
interface ToldDispute {
  firstName: string
  /** Null where the purchase came to no order. */
  number: string | null
  disputeId: string
  amount: Money
  reason: string
  state: 'open' | 'won' | 'lost'
  /** Until when the provider takes an answer to the bank. */
  respondBy: Date | null
  /** What the provider has withdrawn for it and not given back: nothing as long as the bank only asks. */
  withheld: Money
}

function nextStep({ state, respondBy, withheld }: ToldDispute): string {
  if (state !== 'open') return decided[state]
  const answer =
    respondBy === null
      ? 'The payment provider takes no answer from us now.'
      : `Answer with what proves the delivery, on the provider’s own pages and by ${formatInstant(respondBy)}.`
  if (withheld.minor <= 0) return answer
  return `The payment provider holds the money until the bank has decided. ${answer}`
}

const purchaseOf = ({ number }: ToldDispute) =>
  number === null ? 'a purchase without an order' : `order ${number}`

const moreOf = ({ number }: ToldDispute) =>
  number === null
    ? []
    : [`npm run admin -- order ${number} shows what was bought and how the dispute stands.`]

/** To the operators: the bank of a buyer wants the money of a purchase back. */
export function paymentDisputedWords(dispute: ToldDispute): LetterWords {
  const { firstName, disputeId, amount, reason } = dispute
  const what = purchaseOf(dispute)
  return {
    subject: `Disputed: ${formatMoney(amount)} of ${what}`,
    firstName,
    paragraphs: [
      `The buyer’s bank wants ${formatMoney(amount)} of ${what} back (${disputeId}). The reason given is “${oneLine(reason)}”.`,
      nextStep(dispute),
      ...moreOf(dispute),
    ],
  }
}

const moved = { open: 'Dispute goes on', won: 'Dispute won', lost: 'Dispute lost' }

/** To the operators: the bank has decided, or the provider has withdrawn or given back money because of a dispute. */
export function disputeMovedWords(dispute: ToldDispute): LetterWords {
  const { firstName, disputeId, amount, state, withheld } = dispute
  const what = purchaseOf(dispute)
  return {
    subject: `${moved[state]}: ${formatMoney(amount)} of ${what}`,
    firstName,
    paragraphs: [
      `There is news of the dispute ${disputeId} about ${formatMoney(amount)} of ${what}. The payment provider has withdrawn ${formatMoney(withheld)} for it so far.`,
      nextStep(dispute),
      ...moreOf(dispute),
    ],
  }
}
