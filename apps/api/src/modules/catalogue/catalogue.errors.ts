import { defineErrors } from '#api/shared/app-error.ts'

export const catalogueErrors = defineErrors({
  'event.not_found': { status: 404, title: 'This event does not exist' },
  'content.not_found': { status: 404, title: 'There is no category, team or artist of this name' },
  'venue.not_found': { status: 404, title: 'There is no seating plan for this venue' },
})
