import type { PaymentCard, PaymentFailure } from '../payments.port.ts'
import { noSuch } from './sandbox-refusal.ts'

/** What a test card does when it is confirmed; `challenge` asks the buyer first (3-D Secure). */
export interface TestCard extends PaymentCard {
  challenge: boolean
  /** Why it is declined in the end; absent where the payment goes through. */
  failure?: PaymentFailure
  /** Can be saved all the same: it is declined only once it is to pay. */
  savesAnyway?: boolean
  /** What becomes of a payment for which the shop asks the bank to look (3-D Secure), where the card leaves it the choice. */
  whenAsked?: 'challenge' | 'fails'
  /** The bank wants the money back after it was taken. */
  isDisputed?: boolean
}

const visa = (last4: string): TestCard => ({ brand: 'visa', last4, challenge: false })
const mastercard = (last4: string): TestCard => ({ brand: 'mastercard', last4, challenge: false })
const asking = (card: TestCard): TestCard => ({ ...card, challenge: true })

const declined = (card: TestCard, declineCode: string, message: string): TestCard => ({
  ...card,
  failure: { code: 'card_declined', declineCode, message },
})
const failing = (card: TestCard, code: string, message: string): TestCard => ({
  ...card,
  failure: { code, declineCode: null, message },
})

const noMoney = 'The card has not enough money on it. Please use another card.'
const justNo = 'The card was declined. Please use another card or ask your bank.'

/**
 * The published test cards by the name that the card frame gave them; their numbers are known in the browser only.
 * The last two have no published name, so the sandbox names them.
 */
export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: visa('4242'),
  pm_card_visa_debit: visa('5556'),
  pm_card_mastercard: mastercard('4444'),
  pm_card_mastercard_debit: mastercard('8210'),
  pm_card_amex: { brand: 'amex', last4: '0005', challenge: false },

  pm_card_visa_chargeDeclined: declined(visa('0002'), 'generic_decline', justNo),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined(visa('9995'), 'insufficient_funds', noMoney),
  // Whoever holds a lost or stolen card is told no more than that it was declined.
  pm_card_visa_chargeDeclinedLostCard: declined(visa('9987'), 'lost_card', justNo),
  pm_card_visa_chargeDeclinedStolenCard: declined(visa('9979'), 'stolen_card', justNo),
  pm_card_chargeDeclinedExpiredCard: failing(
    visa('0069'),
    'expired_card',
    'The card has expired. Please use another card.',
  ),
  pm_card_chargeDeclinedIncorrectCvc: failing(
    visa('0127'),
    'incorrect_cvc',
    'The security code (CVC) is not right. Please check it and try again.',
  ),
  pm_card_chargeDeclinedProcessingError: failing(
    visa('0119'),
    'processing_error',
    'The bank could not process the card just now. Please try again in a moment.',
  ),
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: declined(
    visa('6975'),
    'card_velocity_exceeded',
    'The card has reached its limit. Please use another card or ask your bank.',
  ),
  pm_card_chargeCustomerFail: { ...declined(visa('0341'), 'generic_decline', justNo), savesAnyway: true },

  pm_card_authenticationRequiredOnSetup: asking(visa('3155')),
  pm_card_authenticationRequired: asking(visa('3184')),
  pm_card_authenticationRequiredSetupForOffSession: asking(visa('0446')),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: {
    ...asking(declined(visa('3178'), 'insufficient_funds', noMoney)),
    savesAnyway: true,
  },
  pm_card_threeDSecure2Required: asking(visa('3220')),
  pm_card_threeDSecureRequiredChargeDeclined: asking(declined(visa('1629'), 'generic_decline', justNo)),
  // The bank's own page cannot be found, so nobody is asked and the card is declined.
  pm_card_threeDSecureRequiredProcessingError: declined(visa('1280'), 'generic_decline', justNo),
  pm_card_threeDSecureOptional: { ...visa('3055'), whenAsked: 'challenge' },
  pm_card_threeDSecureOptionalProcessingError: { ...visa('3097'), whenAsked: 'fails' },

  pm_sandbox_frictionless: visa('0000'),
  pm_sandbox_disputed: { ...visa('0259'), isDisputed: true },
}

/** The bank was to look, and its own page cannot be found. */
export const noBank: PaymentFailure = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: justNo,
}

export const challengeFailure: PaymentFailure = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'Your bank could not confirm that it is you. Please try again or use another card.',
}

export function isPublished(name: string): boolean {
  return Object.hasOwn(testCards, name)
}

/** A published test card by the name that the card frame gave it; refuses any other name. */
export function cardNamed(name: string): TestCard {
  const card = isPublished(name) ? testCards[name] : undefined
  if (!card) throw noSuch('payment_method', 'test card')
  return card
}
