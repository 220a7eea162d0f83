import { maxSavedPeople } from '@terrace/contracts/saved-people'
import { defineErrors } from '#api/shared/app-error.ts'

export const savedPeopleErrors = defineErrors({
  'saved_people.not_found': { status: 404, title: 'This person is no longer saved' },
  'saved_people.too_many': {
    status: 409,
    title: `A team saves at most ${maxSavedPeople} people. Delete some in your profile first`,
  },
})
