import { defineErrors } from '../../shared/app-error.ts'

export const cardsErrors = defineErrors({
  'cards.not_found': { status: 404, title: 'This card is not among your saved cards' },
  'cards.setup_not_found': { status: 404, title: 'Saving this card was never begun. Please enter it again' },
  'cards.too_many': {
    status: 409,
    title: 'No more cards can be saved. Please remove one that you do not use any more',
  },
  'payments.unavailable': {
    status: 503,
    title: 'The payment provider does not answer just now. Please try again in a moment',
  },
  'payments.refused': {
    status: 409,
    title: 'The payment provider does not keep cards for your team. Please contact us',
  },
  'payments.event_refused': { status: 403, title: 'This message was not signed by the payment provider' },
})
