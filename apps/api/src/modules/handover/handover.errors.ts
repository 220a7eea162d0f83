import { defineErrors } from '../../shared/app-error.ts'
import type { RefusalReason } from './refusal.ts'

export const handoverErrors = defineErrors({
  'handover.not_begun': { status: 422, title: 'This handover did not begin in this browser' },
  'handover.refused': {
    status: 422,
    title: 'The other site could not hand you over. Please try again, or log in here',
  },
  'handover.expired': {
    status: 422,
    title: 'This took too long: a handover is good for one minute. Please try again',
  },
  'handover.no_account': {
    status: 422,
    title: 'There is no active account here for the one that you use there',
  },
  'handover.unreadable': {
    status: 422,
    title: 'What the other site handed over could not be read. Please log in here',
  },
  'handover.issuer_silent': {
    status: 503,
    title: 'The other site did not answer. Please try again in a moment',
  },
  'handover.other_user': { status: 409, title: 'Please confirm who you want to be here' },
  'handover.foreign_page': { status: 403, title: 'This must be asked for by a page of this site' },
})

/** What the browser is told of each reason: no more than helps a person to go on. */
export const codeOfRefusal: Record<RefusalReason, keyof typeof handoverErrors.copy> = {
  no_nonce: 'handover.not_begun',
  two_cookies: 'handover.refused',
  malformed: 'handover.refused',
  wrong_signature: 'handover.refused',
  wrong_issuer: 'handover.refused',
  wrong_audience: 'handover.refused',
  wrong_nonce: 'handover.refused',
  replayed: 'handover.refused',
  expired: 'handover.expired',
  no_account: 'handover.no_account',
  token_not_json: 'handover.unreadable',
  token_inactive: 'handover.refused',
  issuer_silent: 'handover.issuer_silent',
}
