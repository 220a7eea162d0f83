import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addSignUpOptions, signUpBody } from '#api/test/fixtures/sign-up-body.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await addSignUpOptions(app.db)
})
afterAll(() => app.close())

let callers = 0

/** Each request uses a new address, because of the rate limit. */
function send(values: Record<string, unknown>) {
  callers += 1
  const remoteAddress = `10.0.0.${callers}`
  return app.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up',
    payload: signUpBody(values),
    remoteAddress,
  })
}

const long = 'a'.repeat(10_000)
test.each<[string, Record<string, unknown>, string]>([
  ['a first name of blanks', { firstname: '   ' }, 'First name is required'],
  ['a first name of 10,000 characters', { firstname: long }, 'First name must be at most 100 characters'],
  ['no last name', { lastname: undefined }, 'Last name is required'],
  ['a last name that is a number', { lastname: 7 }, 'Last name is required'],
  ['a last name of 10,000 characters', { lastname: long }, 'Last name must be at most 100 characters'],
  ['a last name with a NUL', { lastname: 'a\0b' }, 'must not contain NUL characters'],
  ['no phone number', { phone: '' }, 'Phone number is required'],
  ['a short phone number', { phone: '12345' }, 'Too short'],
  ['a phone number of 10,000 digits', { phone: '1'.repeat(10_000) }, 'Too long'],
  ['a phone number with a dot', { phone: '207.946.0123' }, 'Phone number is not valid'],
  ['a phone number of emoji', { phone: '📞📞📞📞📞📞' }, 'Phone number is not valid'],
  ['an email address of blanks', { email: '  ' }, 'Email address is required'],
  ['an invalid email address', { email: 'ann@' }, 'Must be a valid email address'],
  ['an email address of HTML', { email: '<b>ann@example.com</b>' }, 'Must be a valid email address'],
  ['a very long email address', { email: `${long}@example.com` }, 'Must be a valid email address'],
  ['an email address that is a list', { email: ['ann@example.com'] }, 'Email address is required'],
  ['no username', { username: undefined }, 'Username is required'],
  ['a username of blanks', { username: '      ' }, 'No spaces allowed'],
  ['a short username', { username: 'ann1' }, 'Minimum 5 characters'],
  ['four emoji as a username', { username: '🎟🎟🎟🎟' }, 'Minimum 5 characters'],
  ['a username of 10,000 characters', { username: long }, 'Maximum 50 characters'],
  ['a password of blanks', { password: '      ' }, 'Password is required'],
  ['a short password', { password: 'four' }, ' Minimum 5 characters'],
  ['a password of 10,000 characters', { password: long }, 'Maximum 1000 characters'],
  ['a country in place of a dial code', { country_code: 'CH +41' }, 'must be a dial code such as +41'],
  ['no currency', { base_currency: undefined }, 'Base currency is required'],
  ['a currency by its code', { base_currency: 'GBP' }, 'Base currency is required'],
  ['a long referral code', { referral_code: long }, 'must be at most 100 characters'],
  ['no envelope', { docusign_envelope_id: '' }, 'You must agree to the terms'],
  ['another package', { package_id: '19' }, ''],
  ['another seller type', { seller_type: 'Company' }, ''],
  ['no preferred partner', { is_preferred_partner: 0 }, ''],
  ['no user of the product', { trade_user: undefined }, ''],
  ['an unknown field', { role: 'operator' }, 'is not a known field'],
])('%s is rejected with 422 by field and nothing is stored', async (_, values, words) => {
  const response = await send(values)
  expect(response.statusCode).toBe(422)
  const { fields } = response.json().errors
  const [field = ''] = Object.keys(values)
  expect(Object.keys(fields)).toEqual([field])
  expect(fields[field][0]).toContain(words)
  expect(await app.db.selectFrom('teams').select('id').execute()).toEqual([])
})

test('the 21st sign-up in a minute from one address is rejected', async () => {
  const statuses = []
  for (let count = 0; count < 21; count += 1) {
    const again = {
      method: 'POST',
      url: '/api/auth/sign-up',
      payload: {},
      remoteAddress: '10.1.0.1',
    } as const
    statuses.push((await app.app.inject(again)).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429])
})
