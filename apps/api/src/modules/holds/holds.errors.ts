import type { HoldLineCode, ReleaseLineCode } from '@terrace/domain/hold-line-codes'
import { defineErrors } from '#api/shared/app-error.ts'

export const holdErrors = defineErrors({
  'hold.rejected': { status: 409, title: 'No tickets were held' },
  'hold.team_limit_exceeded': { status: 409, title: 'Your team can’t hold that many tickets at once' },
  'hold.rate_stale': {
    status: 409,
    title: 'Exchange rates are out of date. Only tickets in your own currency can be held now',
  },
  'hold.release_rejected': { status: 409, title: 'No tickets were released' },
  'hold.not_found': { status: 404, title: 'Hold not found, or it has ended' },
  'hold.quote_unknown': { status: 422, title: 'This quote isn’t one of your team’s quotes' },
  'currency.unknown': { status: 422, title: 'Prices are not available in this currency' },
})

/** Messages for listings that cannot be held, by error code. */
export const holdLineErrors: Readonly<Record<HoldLineCode, string>> = {
  'listing.not_found': 'Listing not found',
  'listing.withdrawn': 'The seller withdrew these tickets',
  'listing.own_team': 'These are your team’s own tickets',
  'listing.unavailable': 'No tickets are available now',
  'listing.held_by_you': 'Your team already holds the remaining tickets',
  'listing.insufficient_quantity': 'Not enough tickets left',
  'listing.split_not_allowed': 'This quantity isn’t allowed by the seller',
  'listing.no_rate': 'No exchange rate is available for this currency',
  'listing.held_too_often':
    'Your team has held these tickets too often without buying them. Wait a few minutes',
  'event.started': 'This event has started',
  'event.cancelled': 'This event is cancelled',
  'event.postponed': 'This event is postponed and has no new date yet',
}

/** Messages for holds that cannot be released, by error code. */
export const releaseLineErrors: Readonly<Record<ReleaseLineCode, string>> = {
  'hold.not_found': 'Hold not found',
  'hold.ended': 'This hold is no longer active',
  'hold.paying': 'These tickets are being paid for',
  'hold.too_many': 'You’re holding fewer tickets than that',
  'hold.part_not_allowed': 'You can’t release this quantity. Choose one of the quantities shown',
}
