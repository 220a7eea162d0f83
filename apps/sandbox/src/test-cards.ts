import type { PaymentCard, PaymentFailure } from './cards.ts'
import { resourceMissing } from './sandbox-error.ts'

/** Behaviour of a test card on confirmation; `challenge` requires 3-D Secure. */
export interface TestCard extends PaymentCard {
  challenge: boolean
  /** Decline reason; absent if the payment succeeds. */
  failure?: PaymentFailure
  /** The card can be saved and declines only when it pays. */
  savesAnyway?: boolean
  /** Outcome if the shop requests a challenge (3-D Secure) that the card does not require. */
  onRequestedChallenge?: 'challenge' | 'fails'
  /** The bank disputes the payment after the capture. */
  isDisputed?: boolean
}

const visa = (last4: string): TestCard => ({ brand: 'visa', last4, challenge: false })
const mastercard = (last4: string): TestCard => ({ brand: 'mastercard', last4, challenge: false })
const requiringChallenge = (card: TestCard): TestCard => ({ ...card, challenge: true })

const declined = (card: TestCard, declineCode: string, message: string): TestCard => ({
  ...card,
  failure: { code: 'card_declined', declineCode, message },
})
const failing = (card: TestCard, code: string, message: string): TestCard => ({
  ...card,
  failure: { code, declineCode: null, message },
})

const insufficientFundsMessage = 'Your card has insufficient funds. Use another card.'
const declinedMessage = 'Your card was declined. Use another card or contact your bank.'

/**
 * The published test cards by the token of the card frame; only the browser knows their numbers. The sandbox defines
 * tokens (`pm_sandbox_…`) for cards without a published one.
 */
export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: visa('4242'),
  pm_card_visa_debit: visa('5556'),
  pm_card_mastercard: mastercard('4444'),
  pm_card_mastercard_debit: mastercard('8210'),
  pm_card_amex: { brand: 'amex', last4: '0005', challenge: false },
  pm_sandbox_mastercardtwoseries: mastercard('3222'),
  pm_card_mastercard_prepaid: mastercard('5100'),
  pm_sandbox_amexsecond: { brand: 'amex', last4: '8431', challenge: false },
  pm_card_discover: { brand: 'discover', last4: '1117', challenge: false },
  pm_sandbox_discoversecond: { brand: 'discover', last4: '9424', challenge: false },
  pm_sandbox_discoverdebit: { brand: 'discover', last4: '1113', challenge: false },
  pm_card_diners: { brand: 'diners', last4: '0004', challenge: false },
  pm_sandbox_dinersfourteen: { brand: 'diners', last4: '1667', challenge: false },
  pm_sandbox_bccard: { brand: 'discover', last4: '4105', challenge: false },
  pm_card_jcb: { brand: 'jcb', last4: '0505', challenge: false },
  pm_card_unionpay: { brand: 'unionpay', last4: '0005', challenge: false },
  pm_sandbox_unionpaydebit: { brand: 'unionpay', last4: '0047', challenge: false },
  pm_sandbox_unionpaynineteen: { brand: 'unionpay', last4: '0004', challenge: false },

  pm_card_visa_chargeDeclined: declined(visa('0002'), 'generic_decline', declinedMessage),
  pm_card_visa_chargeDeclinedInsufficientFunds: declined(
    visa('9995'),
    'insufficient_funds',
    insufficientFundsMessage,
  ),
  // Lost and stolen cards show only that they were declined.
  pm_card_visa_chargeDeclinedLostCard: declined(visa('9987'), 'lost_card', declinedMessage),
  pm_card_visa_chargeDeclinedStolenCard: declined(visa('9979'), 'stolen_card', declinedMessage),
  pm_card_chargeDeclinedExpiredCard: failing(
    visa('0069'),
    'expired_card',
    'Your card has expired. Use another card.',
  ),
  pm_card_chargeDeclinedIncorrectCvc: failing(
    visa('0127'),
    'incorrect_cvc',
    'The security code (CVC) is incorrect. Check it and try again.',
  ),
  pm_card_chargeDeclinedProcessingError: failing(
    visa('0119'),
    'processing_error',
    'The bank couldn’t process the card. Try again shortly.',
  ),
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: declined(
    visa('6975'),
    'card_velocity_exceeded',
    'Your card has reached its limit. Use another card or contact your bank.',
  ),
  pm_card_chargeCustomerFail: {
    ...declined(visa('0341'), 'generic_decline', declinedMessage),
    savesAnyway: true,
  },

  pm_card_authenticationRequiredOnSetup: requiringChallenge(visa('3155')),
  pm_card_authenticationRequired: requiringChallenge(visa('3184')),
  pm_card_authenticationRequiredSetupForOffSession: requiringChallenge(visa('0446')),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: {
    ...requiringChallenge(declined(visa('3178'), 'insufficient_funds', insufficientFundsMessage)),
    savesAnyway: true,
  },
  pm_card_threeDSecure2Required: requiringChallenge(visa('3220')),
  pm_card_threeDSecureRequiredChargeDeclined: requiringChallenge(
    declined(visa('1629'), 'generic_decline', declinedMessage),
  ),
  // The challenge cannot be looked up, so the card is declined without one.
  pm_card_threeDSecureRequiredProcessingError: declined(visa('1280'), 'generic_decline', declinedMessage),
  pm_card_threeDSecureOptional: { ...visa('3055'), onRequestedChallenge: 'challenge' },
  pm_card_threeDSecureOptionalProcessingError: { ...visa('3097'), onRequestedChallenge: 'fails' },

  pm_sandbox_frictionless: visa('0000'),
  pm_sandbox_disputed: { ...visa('0259'), isDisputed: true },
}

/** The requested challenge cannot be looked up. */
export const bankUnreachable: PaymentFailure = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: declinedMessage,
}

export const challengeFailure: PaymentFailure = {
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: 'Your bank couldn’t confirm your identity. Try again or use another card.',
}

/** Month and year until whose end a card is valid. */
export interface CardExpiry {
  month: number
  year: number
}

/** The card frame appends the typed expiry to the token: `pm_card_visa_exp_12_2040`. */
const tokenPattern = /^(\w+?)(?:_exp_(0[1-9]|1[0-2])_(20\d{2}))?$/

function parseToken(token: string): { name: string; expiry: CardExpiry | null } {
  const [, name = token, month, year] = tokenPattern.exec(token) ?? []
  const hasExpiry = month !== undefined && year !== undefined
  return { name, expiry: hasExpiry ? { month: Number(month), year: Number(year) } : null }
}

export function isTestCardToken(token: string): boolean {
  return Object.hasOwn(testCards, parseToken(token).name)
}

/** @throws `resource_missing` */
export function findTestCard(token: string): TestCard {
  const card = isTestCardToken(token) ? testCards[parseToken(token).name] : undefined
  if (!card) throw resourceMissing('payment_method', 'test card')
  return card
}

/** Returns the expiry typed in the card frame; `null` for a published token as it is. */
export function expiryOf(token: string): CardExpiry | null {
  return parseToken(token).expiry
}
