import type { EventBlocker, ReleaseLineCode } from '@terrace/domain/hold-line-codes'
import { defineErrors } from '#api/shared/app-error.ts'

export const checkoutErrors = defineErrors({
  'checkout.totals_differ': {
    status: 409,
    title: 'The total has changed and you weren’t charged. Check it and pay again',
  },
  'checkout.hold_unusable': { status: 409, title: 'Some of these holds can’t be paid for' },
  'checkout.currencies_mixed': {
    status: 422,
    title: 'These tickets are priced in different currencies. Pay for each currency separately',
  },
  'checkout.in_progress': { status: 409, title: 'These tickets are already being paid for' },
  'checkout.card_missing': { status: 422, title: 'card_token: is required for a new card' },
  'checkout.card_unknown': {
    status: 422,
    title: 'This card isn’t one of your saved cards. Choose another one',
  },
  'checkout.draft_not_held': { status: 409, title: 'Your team isn’t holding these tickets' },
  'checkout.too_many_declines': {
    status: 429,
    title: 'Too many declined payments. You weren’t charged. Wait a minute and try again',
  },
  'checkout.too_many_in_progress': {
    status: 429,
    title:
      'Too many of your payments are still in progress. You weren’t charged for this one. Wait a moment and try again',
  },
  'checkout.attempt_not_found': { status: 404, title: 'Payment not found' },
})

/** Messages for holds that cannot be paid for, by error code. */
export const unusableHolds = {
  'hold.not_found': 'Hold not found',
  'hold.other_listing': 'This hold is for another listing',
  'hold.ended': 'This hold is no longer active',
  'hold.sold': 'These tickets have already been bought',
  'hold.quantity_differs': 'Quantity doesn’t match the hold',
  'event.cancelled': 'This event was cancelled after these tickets were held',
  'event.postponed': 'This event was postponed after these tickets were held and has no new date yet',
  'event.started': 'This event has started',
} as const satisfies Partial<Record<ReleaseLineCode, string>> &
  Record<EventBlocker | 'hold.other_listing' | 'hold.sold' | 'hold.quantity_differs', string>

export type UnusableHold = keyof typeof unusableHolds
