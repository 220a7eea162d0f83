import { defineErrors } from '../../shared/app-error.ts'

export const checkoutErrors = defineErrors({
  'checkout.totals_differ': {
    status: 409,
    title: 'The total is not right any more, and nothing was charged. Please check the figures and pay again',
  },
  'checkout.hold_unusable': { status: 409, title: 'Not all of these tickets are held for you any more' },
  'checkout.currencies_mixed': {
    status: 422,
    title: 'These tickets are priced in different currencies. Please pay for each currency on its own',
  },
  'checkout.in_progress': { status: 409, title: 'These tickets are being paid for already' },
  'checkout.card_missing': { status: 422, title: 'card_token: is required for a new card' },
  'checkout.card_unknown': {
    status: 422,
    title: 'This card is not among your saved cards. Please choose another one',
  },
  'checkout.draft_not_held': { status: 409, title: 'Your team does not hold these tickets' },
  'checkout.attempt_not_found': { status: 404, title: 'This payment does not exist' },
})

/** Why a hold cannot be paid for, in words for the buyer. */
export const unusableHolds = {
  'hold.not_found': 'This hold does not exist',
  'hold.other_listing': 'This hold is for another listing',
  'hold.ended': 'The time to pay for these tickets has run out',
  'hold.sold': 'These tickets are bought already',
  'hold.quantity_differs': 'The number of tickets differs from the number held',
  'event.cancelled': 'The event has been cancelled since these tickets were held',
  'event.postponed': 'The event has been postponed since these tickets were held, and has no new date yet',
  'event.started': 'The event has begun',
} as const

export type UnusableHold = keyof typeof unusableHolds
