import { formatMoney, type Money } from '@terrace/domain/money'
import { oneLine, type LetterWords } from './letter-words.ts'

const nextSteps = {
  open: 'The payment provider holds the money until the bank has decided. Answer with what proves the delivery, on the provider’s own pages and before the day that they name.',
  won: 'The bank has decided for us: nothing needs to be done.',
  lost: 'The bank has decided against us: the money is gone, and the books say so.',
}

/** To the operators: the bank of a buyer wants the money of a purchase back. */
export function paymentDisputedWords({
  firstName,
  number,
  disputeId,
  amount,
  reason,
  state,
}: {
  firstName: string
  /** Null where the purchase came to no order. */
  number: string | null
  disputeId: string
  amount: Money
  reason: string
  state: 'open' | 'won' | 'lost'
}): LetterWords {
  const what = number === null ? 'a purchase without an order' : `order ${number}`
  return {
    subject: `Disputed: ${formatMoney(amount)} of ${what}`,
    firstName,
    paragraphs: [
      `The buyer’s bank wants ${formatMoney(amount)} of ${what} back (${disputeId}). The reason given is “${oneLine(reason)}”.`,
      nextSteps[state],
      ...(number === null
        ? []
        : [`npm run admin -- order ${number} shows what was bought and how the dispute stands.`]),
    ],
  }
}
