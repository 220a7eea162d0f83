import { expect, test } from 'vitest'
import {
  canRegister,
  emptyRegistration,
  registrationErrors,
  signUpPayload,
  withSignature,
  type Registration,
  type RegistrationName,
} from './registration.ts'
import { countryOptions, currencyOptions } from './sign-up-options.tsx'

const free = { email: [], username: [] }

const filled: Registration = {
  firstName: 'Jane',
  lastName: 'Miller',
  phoneNumber: '2079460123',
  email: ' jane@harbour.example ',
  confirmEmail: 'jane@harbour.example',
  username: 'janemiller',
  password: 'five!',
  confirmPassword: 'five!',
  referralCode: '',
  baseCurrency: 826,
  countryCode: { id: 'GB +44', name: 'United Kingdom +44', originalId: '+44' },
  agreed: true,
  docusign_envelope_id: 'env_1',
}

test("[SIGNUP-06] [SIGNUP-07] [SIGNUP-08] the empty form has Switzerland's dial code", () => {
  expect(Object.keys(emptyRegistration).toSorted()).toEqual([
    'agreed',
    'baseCurrency',
    'confirmEmail',
    'confirmPassword',
    'countryCode',
    'docusign_envelope_id',
    'email',
    'firstName',
    'lastName',
    'password',
    'phoneNumber',
    'referralCode',
    'username',
  ])
  expect(emptyRegistration.agreed).toBe(false)
  expect(emptyRegistration.countryCode).toMatchObject({ id: 'CH +41', originalId: '+41' })
})

test.each<[string, Partial<Registration>, RegistrationName, string | undefined]>([
  ['[SIGNUP-13] no first name', { firstName: '' }, 'firstName', 'First name is required'],
  ['[SIGNUP-13] a first name of spaces', { firstName: '  ' }, 'firstName', 'First name is required'],
  ['[SIGNUP-14] no last name', { lastName: '' }, 'lastName', 'Last name is required'],
  ['[SIGNUP-15] no phone number', { phoneNumber: '' }, 'phoneNumber', 'Phone number is required'],
  [
    '[SIGNUP-16] a phone number with dots',
    { phoneNumber: '207.946.0123' },
    'phoneNumber',
    'Phone number is not valid',
  ],
  ['[SIGNUP-17] digits in groups', { phoneNumber: '+44 (020) 7946-0123' }, 'phoneNumber', undefined],
  ['[SIGNUP-18] five digits', { phoneNumber: '12345' }, 'phoneNumber', 'Too short'],
  ['[SIGNUP-18] six digits', { phoneNumber: '123456' }, 'phoneNumber', undefined],
  ['[SIGNUP-19] twenty digits', { phoneNumber: '1'.repeat(20) }, 'phoneNumber', undefined],
  ['[SIGNUP-19] twenty-one digits', { phoneNumber: '1'.repeat(21) }, 'phoneNumber', 'Too long'],
  ['[SIGNUP-21] spaces around the email', { email: '  jane@harbour.example ' }, 'email', undefined],
  ['[SIGNUP-22] an email without a host', { email: 'jane@' }, 'email', 'Must be a valid email address'],
  ['[SIGNUP-23] no email', { email: ' ' }, 'email', 'Email address is required'],
  [
    '[SIGNUP-24] a different email',
    { confirmEmail: 'jan@harbour.example' },
    'confirmEmail',
    'Email address does not match',
  ],
  [
    '[SIGNUP-25] no confirmation email',
    { confirmEmail: '' },
    'confirmEmail',
    'Confirm email address is required',
  ],
  ['[SIGNUP-26] no password', { password: '' }, 'password', 'Password is required'],
  ['[SIGNUP-27] four characters', { password: 'four' }, 'password', ' Minimum 5 characters'],
  ['[SIGNUP-27] five characters', { password: 'five!' }, 'password', undefined],
  [
    '[SIGNUP-28] a different password',
    { confirmPassword: 'Five!' },
    'confirmPassword',
    'Confirm password does not match',
  ],
  [
    '[SIGNUP-29] no confirmation password',
    { confirmPassword: '' },
    'confirmPassword',
    'Confirm password is required',
  ],
  ['[SIGNUP-30] no username', { username: '' }, 'username', 'Username is required'],
  ['[SIGNUP-31] four characters', { username: 'jane' }, 'username', 'Minimum 5 characters'],
  ['[SIGNUP-31] five characters', { username: 'janem' }, 'username', undefined],
  ['[SIGNUP-32] a space inside', { username: 'jane miller' }, 'username', 'No spaces allowed'],
  ['[SIGNUP-33] no currency', { baseCurrency: null }, 'baseCurrency', 'Base currency is required'],
  ['[SIGNUP-34] not agreed', { agreed: false }, 'agreed', 'You must agree to the terms'],
  ['[SIGNUP-35] no referral code', { referralCode: '' }, 'referralCode', undefined],
])('%s', (_, values, name, text) => {
  const errors = registrationErrors({ ...filled, ...values }, free)
  expect(errors[name]).toBe(text)
})

test('a valid form has no errors', () => {
  expect(registrationErrors(filled, free)).toEqual({})
})

test('[ERROR-07] [ERROR-08] a taken value is reported at its own field until it changes', () => {
  const email = { email: ['jane@harbour.example'], username: [] }
  const username = { email: [], username: ['janemiller'] }
  expect(registrationErrors(filled, email)).toEqual({ email: 'Email is already exist' })
  expect(registrationErrors(filled, username)).toEqual({ username: 'Username is already exist' })
  expect(registrationErrors({ ...filled, username: 'janemiller2' }, username)).toEqual({})
})

test.each<[string, Partial<Registration>, boolean]>([
  ['everything', {}, true],
  ['everything but the agreement', { agreed: false, docusign_envelope_id: '' }, true],
  ['no first name', { firstName: '' }, false],
  ['no phone number', { phoneNumber: '' }, false],
  ['an invalid phone number', { phoneNumber: '1.2.3.4.5' }, false],
  ['a different email', { confirmEmail: 'else@harbour.example' }, false],
  ['no username', { username: '' }, false],
  ['no currency', { baseCurrency: null }, false],
])('[SIGNUP-36] "Register now" with %s: %o', (_, values, expected) => {
  const form = { ...filled, ...values }
  expect(canRegister(form, registrationErrors(form, free))).toBe(expected)
})

test('[SIGNUP-37] [SIGNUP-38] [SIGNUP-39] [SIGNUP-40] [SIGNUP-41] [SIGNUP-42] [SIGNUP-43] [SIGNUP-44] the payload is exactly as specified', () => {
  expect(signUpPayload(filled)).toEqual({
    firstname: 'Jane',
    lastname: 'Miller',
    phone: '2079460123',
    country_code: '+44',
    email: 'jane@harbour.example',
    username: 'janemiller',
    password: 'five!',
    base_currency: 826,
    docusign_envelope_id: 'env_1',
    package_id: '18',
    is_preferred_partner: 1,
    '{product}_user': 1,
    seller_type: 'Individual',
  })
  expect(signUpPayload({ ...filled, referralCode: ' FRIEND-7 ' })).toMatchObject({
    referral_code: 'FRIEND-7',
  })
})

test('the agreement counts only for the email that signed, ignoring case and spaces', () => {
  const signature = { email: 'JANE@harbour.example', envelopeId: 'env_7' }
  expect(withSignature(filled, signature)).toMatchObject({ agreed: true, docusign_envelope_id: 'env_7' })
  expect(withSignature({ ...filled, email: 'jan@harbour.example' }, signature)).toMatchObject({
    agreed: false,
    docusign_envelope_id: '',
  })
})

test('[SIGNUP-07] [SIGNUP-09] a country has a flag, and its own id when it shares a dial code', () => {
  const options = countryOptions([
    { iso_code: 'CH', dial_code: '+41', name: 'Switzerland' },
    { iso_code: 'CA', dial_code: '+1', name: 'Canada' },
    { iso_code: 'US', dial_code: '+1', name: 'United States' },
  ])
  expect(options[0]).toMatchObject({ id: 'CH +41', name: 'Switzerland +41', originalId: '+41' })
  expect(options[0]?.icon).toMatchObject({ props: { country: 'CH' } })
  expect(new Set(options.map(({ id }) => id)).size).toBe(3)
})

test("[SIGNUP-10] [SIGNUP-11] a currency's HTML entity is decoded, and markup is stripped", () => {
  expect(
    currencyOptions([
      { id: 1, code: 'GBP', display_name: 'GBP (&#163;)' },
      { id: 2, code: 'EUR', display_name: '<b>EUR</b> (&euro;)<img src=x>' },
    ]),
  ).toEqual([
    { id: 1, name: 'GBP (£)' },
    { id: 2, name: 'EUR (€)' },
  ])
})
