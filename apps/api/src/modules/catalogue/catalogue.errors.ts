import { defineErrors } from '#api/shared/app-error.ts'

export const catalogueErrors = defineErrors({
  'event.not_found': { status: 404, title: 'This event does not exist' },
  'venue.not_found': { status: 404, title: 'There is no seating plan for this venue' },
})
