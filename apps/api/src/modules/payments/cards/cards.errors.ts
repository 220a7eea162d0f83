import { defineErrors } from '#api/shared/app-error.ts'

export const cardsErrors = defineErrors({
  'cards.not_found': { status: 404, title: 'This card isn’t one of your saved cards' },
  'cards.setup_not_found': { status: 404, title: 'This card setup wasn’t found. Enter the card again' },
  'cards.too_many': {
    status: 409,
    title: 'You’ve reached the limit of saved cards. Remove one first',
  },
  'payments.unavailable': {
    status: 503,
    title: 'The payment provider isn’t responding. Try again shortly',
  },
  'payments.rejected': {
    status: 409,
    title: 'The payment provider can’t save cards for your team. Contact us',
  },
  'payments.invalid_signature': { status: 403, title: 'Invalid signature' },
})
