import { defineErrors } from '#api/shared/app-error.ts'

export const signingErrors = defineErrors({
  'signing.too_many': {
    status: 429,
    title: 'Too many documents were opened from this network. Try again in ten minutes',
  },
  'signing.not_found': {
    status: 404,
    title: 'This document is no longer open for signing. Close it and press “Read now” again',
  },
  'signing.terms_changed': {
    status: 409,
    title: 'The terms have changed since you opened them. Close this document and press “Read now” again',
  },
  'signing.document_unavailable': {
    status: 503,
    title: 'This document is unavailable. Try again shortly',
  },
  // 401 is safe here: only the provider's server receives it, so no browser session ends.
  'signing.webhook_rejected': { status: 401, title: 'The message signature is missing or invalid' },
})
