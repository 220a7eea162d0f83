import { defineErrors } from '../../shared/app-error.ts'

export const signingErrors = defineErrors({
  'signing.too_many': {
    status: 429,
    title: 'Too many documents have been opened from here. Please wait a while and try again',
  },
  'signing.not_found': {
    status: 404,
    title: 'This document is no longer open for signing. Close it and press “Read now” again',
  },
  'signing.terms_changed': {
    status: 409,
    title:
      'The terms have been changed since you opened them. Close this document and press “Read now” again',
  },
  'signing.document_unavailable': {
    status: 503,
    title: 'This document cannot be fetched at the moment. Please try again soon',
  },
  // The provider's server, not a browser, is told so: nobody is signed out by it.
  'signing.webhook_refused': { status: 401, title: 'The signature of this message is missing or wrong' },
})
