import { defineErrors } from '../../shared/app-error.ts'

export const listingErrors = defineErrors({
  'event.not_found': { status: 404, title: 'This event does not exist' },
  'currency.unknown': { status: 422, title: 'target_currency: there is no exchange rate for this currency' },
})
