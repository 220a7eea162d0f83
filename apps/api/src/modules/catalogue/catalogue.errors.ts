import { defineErrors } from '#api/shared/app-error.ts'

export const catalogueErrors = defineErrors({
  'event.not_found': { status: 404, title: 'This event does not exist' },
  'content.not_found': { status: 404, title: 'There is no category, team, artist or venue of this name' },
  'thing.unknown': { status: 404, title: 'There is nothing of this name' },
  'menu.loop': { status: 422, title: 'A category cannot stand below itself' },
  'banner.not_found': { status: 404, title: 'There is no banner of this number' },
  'venue.not_found': { status: 404, title: 'There is no seating plan for this venue' },
})
