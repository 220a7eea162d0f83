import { maxCalendarFeeds } from '@terrace/contracts/calendars'
import { defineErrors } from '#api/shared/app-error.ts'

export const calendarErrors = defineErrors({
  'calendar.not_found': { status: 404, title: 'Calendar not found' },
  'calendar.revoked': { status: 410, title: 'This calendar address no longer works' },
  'calendar.subject_not_found': { status: 404, title: 'This team, artist or venue does not exist' },
  'calendar.too_many': {
    status: 409,
    title: `You’ve reached the limit of ${maxCalendarFeeds} calendar addresses. Revoke one first`,
  },
})
