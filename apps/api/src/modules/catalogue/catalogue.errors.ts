import { defineErrors } from '#api/shared/app-error.ts'

export const catalogueErrors = defineErrors({
  'event.not_found': { status: 404, title: 'This event does not exist' },
  'content.not_found': { status: 404, title: 'We couldn’t find this category, team, artist or venue' },
  'menu.target_not_found': { status: 404, title: 'Not found' },
  'menu.loop': { status: 422, title: 'A category can’t be its own parent' },
  'banner.not_found': { status: 404, title: 'No banner has this number' },
  'import.running': { status: 409, title: 'Another import is running' },
  'import.discarded': {
    status: 409,
    title: 'Another process has discarded this import, because it lost its connection. Import the file again',
  },
  'import.outdated': {
    status: 409,
    title: 'Some events were changed while the file was read. Nothing was imported; import the file again',
  },
  'import.too_large': { status: 422, title: 'Too many events would change at once' },
  'import.nothing_to_undo': { status: 404, title: 'No import can be undone' },
  'venue.not_found': { status: 404, title: 'This venue has no seating map' },
})
