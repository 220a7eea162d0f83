import { defineErrors } from '#api/shared/app-error.ts'

export const accountErrors = defineErrors({
  // Identical for an unknown username and a wrong password, so the error does not reveal which accounts exist
  // (product.md §8).
  'account.login_failed': { status: 422, title: 'The username or password is incorrect' },
  'account.pending': {
    status: 422,
    title: 'Your account is waiting for approval. We’ll be in touch soon',
  },
  'account.too_many_attempts': {
    status: 429,
    title: 'Too many failed attempts. Wait 15 minutes and try again',
  },
  'password.link_not_allowed': { status: 422, title: 'reset_link: must be a page on this site' },
  'password.link_invalid': {
    status: 422,
    title: 'This link has expired or was already used. Request a new one',
  },
  'password.too_many_requests': {
    status: 429,
    title: 'Too many requests. Wait 15 minutes and try again',
  },
  'password.current_wrong': { status: 422, title: 'The current password is incorrect' },
  'account.taken': { status: 422, title: 'This email or username is already in use' },
  'account.terms_not_signed': { status: 422, title: 'You must agree to the terms' },
  'account.currency_unknown': { status: 422, title: 'base_currency: must be a tradable currency' },
  'account.not_pending': { status: 404, title: 'No pending account with this username' },
  'account.email_not_verified': { status: 422, title: 'The email address has not been confirmed yet' },
  'email.link_invalid': { status: 422, title: 'This link has expired or was already used' },
  'session.not_found': { status: 404, title: 'This session has already ended' },
})
