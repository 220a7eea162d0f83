import { defineErrors } from '#api/shared/app-error.ts'

export const catalogueErrors = defineErrors({
  'event.not_found': { status: 404, title: 'This event does not exist' },
  'content.not_found': { status: 404, title: 'We couldn’t find this category, team, artist or venue' },
  'menu.target_not_found': { status: 404, title: 'Not found' },
  'menu.loop': { status: 422, title: 'A category can’t be its own parent' },
  'banner.not_found': { status: 404, title: 'No banner has this number' },
  'venue.not_found': { status: 404, title: 'This venue has no seating map' },
})
