import { defineErrors } from '../../shared/app-error.ts'

export const holdErrors = defineErrors({
  'hold.refused': { status: 409, title: 'Nothing was held' },
  'hold.cap_exceeded': { status: 409, title: 'Your team cannot hold that many tickets at once' },
  'hold.rate_stale': {
    status: 409,
    title: 'The exchange rates are out of date. Only tickets priced in your own currency can be held now',
  },
  'hold.release_refused': { status: 409, title: 'Nothing was released' },
  'hold.quote_unknown': { status: 422, title: 'quote_ref: is not a quote of your team' },
  'currency.unknown': { status: 422, title: 'target_currency: there is no exchange rate for this currency' },
})

/** Why a listing could not be held, in words for the buyer. */
export const holdRefusals: Record<string, string> = {
  'listing.not_found': 'This listing does not exist',
  'listing.withdrawn': 'The seller has withdrawn these tickets',
  'listing.own': 'These tickets are your own team’s',
  'listing.gone': 'These tickets are gone',
  'listing.held_by_you': 'Your team already holds what was left of these tickets',
  'listing.insufficient_quantity': 'There are not that many tickets left',
  'listing.split_not_allowed': 'The seller does not sell this number of tickets',
  'listing.no_rate': 'There is no exchange rate for the currency of these tickets',
  'event.started': 'The event has begun',
  'event.cancelled': 'The event has been cancelled',
  'event.postponed': 'The event has been postponed and has no new date yet',
}

/** Why a hold could not be given back. */
export const releaseRefusals: Record<string, string> = {
  'hold.not_found': 'This hold does not exist',
  'hold.ended': 'This hold has ended, its tickets are free already',
  'hold.paying': 'These tickets are being paid for',
  'hold.too_many': 'Fewer tickets are held than that',
  'hold.part_not_allowed': 'The seller does not sell what would remain. Release all of it',
}
