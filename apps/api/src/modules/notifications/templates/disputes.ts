import { formatInstant } from '@terrace/domain/dates'
import { formatMoney, type Money } from '@terrace/domain/money'
import { oneLine, type LetterWords } from './letter-words.ts'

const decided = {
  won: 'The bank has decided for us: nothing needs to be done.',
  lost: 'The bank has decided against us: the money is gone, and the books say so.',
}

function nextStep(state: 'open' | 'won' | 'lost', respondBy: Date | null): string {
  if (state !== 'open') return decided[state]
  const held = 'The payment provider holds the money until the bank has decided.'
  if (respondBy === null) return `${held} It takes no answer from us now.`
  return `${held} Answer with what proves the delivery, on the provider’s own pages and by ${formatInstant(respondBy)}.`
}

/** To the operators: the bank of a buyer wants the money of a purchase back. */
export function paymentDisputedWords({
  firstName,
  number,
  disputeId,
  amount,
  reason,
  state,
  respondBy,
}: {
  firstName: string
  /** Null where the purchase came to no order. */
  number: string | null
  disputeId: string
  amount: Money
  reason: string
  state: 'open' | 'won' | 'lost'
  /** Until when the provider takes an answer to the bank. */
  respondBy: Date | null
}): LetterWords {
  const what = number === null ? 'a purchase without an order' : `order ${number}`
  return {
    subject: `Disputed: ${formatMoney(amount)} of ${what}`,
    firstName,
    paragraphs: [
      `The buyer’s bank wants ${formatMoney(amount)} of ${what} back (${disputeId}). The reason given is “${oneLine(reason)}”.`,
      nextStep(state, respondBy),
      ...(number === null
        ? []
        : [`npm run admin -- order ${number} shows what was bought and how the dispute stands.`]),
    ],
  }
}
