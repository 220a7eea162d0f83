import { defineErrors } from '#api/shared/app-error.ts'
import type { HandoverErrorReason } from './handover-error.ts'

export const handoverErrors = defineErrors({
  'handover.not_started': {
    status: 422,
    title: 'This login was not started in this browser. Go back and try again',
  },
  'handover.rejected': {
    status: 422,
    title: 'The other site couldn’t log you in. Try again, or log in here',
  },
  'handover.expired': {
    status: 422,
    title: 'This link expired after one minute. Try again',
  },
  'handover.no_account': {
    status: 422,
    title: 'No active account here matches your account on the other site',
  },
  'handover.unreadable': {
    status: 422,
    title: 'We couldn’t read the other site’s login. Log in here',
  },
  'handover.issuer_silent': {
    status: 503,
    title: 'The other site isn’t responding. Try again shortly',
  },
  'handover.other_user': { status: 409, title: 'Choose which account to use' },
  'handover.foreign_page': { status: 403, title: 'This request must come from a page on this site' },
})

/** Public error per reason. Reveals only enough for the user to continue. */
export const publicErrorCodes: Record<HandoverErrorReason, keyof typeof handoverErrors.copy> = {
  no_nonce: 'handover.not_started',
  two_cookies: 'handover.rejected',
  malformed: 'handover.rejected',
  wrong_signature: 'handover.rejected',
  wrong_issuer: 'handover.rejected',
  wrong_audience: 'handover.rejected',
  wrong_nonce: 'handover.rejected',
  replayed: 'handover.rejected',
  expired: 'handover.expired',
  no_account: 'handover.no_account',
  token_not_json: 'handover.unreadable',
  token_inactive: 'handover.rejected',
  issuer_silent: 'handover.issuer_silent',
}
