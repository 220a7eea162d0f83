import { defineErrors } from './app-error.ts'

export const expectedTextErrors = defineErrors({
  'details.changed': {
    status: 409,
    title: 'Someone else changed this in the meantime. Check it, then save again',
  },
})
