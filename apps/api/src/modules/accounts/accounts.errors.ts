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
  'factor.rejected': { status: 422, title: 'That could not be confirmed. Try again' },
  'account.login_expired': { status: 422, title: 'This login has expired. Log in again' },
  'account.no_second_factor': { status: 404, title: 'No account with this username has a second factor' },
  'factor.none': { status: 422, title: 'Add a passkey or an authenticator app first' },
  'factor.last_required': {
    status: 422,
    title: 'Your account must have a second factor. Add another one before you remove this one',
  },
  'factor.setup_expired': { status: 422, title: 'This setup has expired. Start again' },
  'factor.passkey_known': { status: 422, title: 'This passkey already belongs to an account' },
  'factor.passkey_not_found': { status: 404, title: 'This passkey has already been removed' },
  'factor.too_many_passkeys': { status: 422, title: 'Your account has 20 passkeys. Remove one first' },
  'password.link_not_allowed': { status: 422, title: 'reset_link: must be a page on this site' },
  'password.link_invalid': {
    status: 422,
    title: 'This link has expired or was already used. Request a new one',
  },
  'password.too_many_requests': {
    status: 429,
    title: 'Too many requests. Wait 15 minutes and try again',
  },
  'password.guessable': { status: 422, title: 'This password is easy to guess. Choose another one' },
  'password.current_wrong': { status: 422, title: 'The current password is incorrect' },
  'account.taken': { status: 422, title: 'This email or username is already in use' },
  'account.too_many_sign_ups': {
    status: 429,
    title: 'Many accounts have just been opened. Wait a minute and try again',
  },
  'account.terms_not_signed': { status: 422, title: 'You must agree to the terms' },
  'account.currency_unknown': { status: 422, title: 'base_currency: must be a tradable currency' },
  'account.not_found': { status: 404, title: 'No account has this username' },
  'account.close_refused': { status: 409, title: 'This account can’t be closed yet' },
  'account.not_active': { status: 409, title: 'This account is not active' },
  'account.not_suspended': { status: 409, title: 'This account is not suspended' },
  'account.not_pending': { status: 404, title: 'No pending account with this username' },
  'account.email_not_verified': { status: 422, title: 'The email address has not been confirmed yet' },
  'email.address_taken': {
    status: 422,
    title: 'This address now belongs to another account. Your address stays as it was',
  },
  'email.change_unavailable': {
    status: 422,
    title: 'The address can’t be changed, because emails have no site to link to. Contact us',
  },
  'email.nothing_pending': { status: 404, title: 'No new address is waiting to be confirmed' },
  'email.same_address': { status: 422, title: 'This is already your email address' },
  'email.too_many_requests': {
    status: 429,
    title: 'Too many requests. Wait an hour and try again',
  },
  'email.link_invalid': { status: 422, title: 'This link has expired or was already used' },
  'session.not_found': { status: 404, title: 'This session has already ended' },
})
