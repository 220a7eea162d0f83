import { defineErrors } from '#api/shared/app-error.ts'

export const privacyErrors = defineErrors({
  'privacy.account_open': {
    status: 409,
    title: 'This account is not closed. Close it first; its data are erased after a delay',
  },
  'account.not_found': { status: 404, title: 'No open account has this username' },
  'privacy.not_owner': { status: 403, title: 'Only an owner can export the data of the team' },
  'privacy.export_exists': {
    status: 409,
    title: 'You already have an export. Wait until it is ready, or delete it before you request a new one',
  },
  'privacy.export_not_found': {
    status: 404,
    title: 'This export has expired or was deleted. Request a new one',
  },
  'privacy.export_unavailable': {
    status: 503,
    title: 'This export can’t be read at the moment. Try again shortly, or delete it and request a new one',
  },
  'privacy.still_needed': { status: 409, title: 'These data are still needed' },
})
