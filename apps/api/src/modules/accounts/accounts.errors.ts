import { defineErrors } from '../../shared/app-error.ts'

export const accountErrors = defineErrors({
  // The same words for a wrong name and a wrong password: which of them exists is nobody's business (product.md §8).
  'account.login_failed': { status: 422, title: 'The username or password is not correct' },
  'account.pending': {
    status: 422,
    title: 'Your account is waiting for approval. We will be in touch soon',
  },
  'account.too_many_attempts': {
    status: 429,
    title: 'Too many failed attempts. Please wait 15 minutes and try again',
  },
  'password.link_not_allowed': { status: 422, title: 'reset_link: must be a page of this site' },
  'password.link_spent': {
    status: 422,
    title: 'This link has been used or is too old. Please ask for a new one',
  },
  'password.too_many_requests': {
    status: 429,
    title: 'Too many requests. Please wait 15 minutes and try again',
  },
  'password.current_wrong': { status: 422, title: 'The current password is not correct' },
  'account.taken': { status: 422, title: 'Email or username is taken' },
  'account.terms_not_signed': { status: 422, title: 'You must agree to the terms' },
  'account.currency_unknown': { status: 422, title: 'base_currency: must be one of the currencies on offer' },
  'account.not_pending': { status: 404, title: 'There is no pending account of this name' },
  'account.email_not_verified': { status: 422, title: 'The email address has not been confirmed yet' },
  'email.link_spent': { status: 422, title: 'This link has been used or is too old' },
  'session.not_found': { status: 404, title: 'This session has ended already' },
})
