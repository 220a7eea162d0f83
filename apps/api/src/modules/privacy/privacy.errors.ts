import { defineErrors } from '#api/shared/app-error.ts'

export const privacyErrors = defineErrors({
  'privacy.account_open': {
    status: 409,
    title: 'This account is not closed. Close it first; its data are erased after a delay',
  },
  'account.not_found': { status: 404, title: 'No open account has this username' },
  'privacy.not_owner': { status: 403, title: 'Only an owner can export the data of the team' },
  'privacy.still_needed': { status: 409, title: 'These data are still needed' },
})
