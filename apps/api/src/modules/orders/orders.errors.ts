import { defineErrors } from '../../shared/app-error.ts'

export const orderErrors = defineErrors({
  // Another team's order is as unknown as one that never was.
  'order.not_found': { status: 404, title: 'This order does not exist' },
})
