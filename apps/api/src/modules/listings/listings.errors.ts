import { defineErrors } from '#api/shared/app-error.ts'

export const listingErrors = defineErrors({
  'event.not_found': { status: 404, title: 'Event not found' },
  'currency.unknown': {
    status: 422,
    title: 'target_currency: prices are not available in this currency',
  },
})
