import { accountsRoutes } from '@terrace/contracts/accounts'
import { passwordsRoutes } from '@terrace/contracts/passwords'
import { signUpRoutes } from '@terrace/contracts/sign-up'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addSignUpOptions, signUpBody } from '#api/test/fixtures/sign-up-body.ts'
import { preparePasswordResetEmail } from '../account-emails.ts'
import { hashPassword } from './password-hash.ts'

const common = 'This password is one of the most common. Choose another one'
const ownName = 'Password must not be your name, username, email address or company. Choose another one'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await addSignUpOptions(app.db)
})
afterAll(() => app.close())

async function addBuyer(password: string) {
  const buyer = await app.addBuyer()
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(password), last_name: 'Lindqvist' })
    .where('id', '=', buyer.accountId)
    .execute()
  const { username, email, password_hash } = await app.db
    .selectFrom('accounts')
    .select(['username', 'email', 'password_hash'])
    .where('id', '=', buyer.accountId)
    .executeTakeFirstOrThrow()
  return { ...buyer, username, email, passwordHash: password_hash }
}

async function hashOf({ accountId }: Caller): Promise<string> {
  const row = await app.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.password_hash
}

test.each([
  ['password', common],
  ['qwerty', common],
  ['Ann-Buyer', ownName],
  ['buyer1990', ownName],
])('sign-up refuses %s and says why at the field', async (password, text) => {
  const response = await app.app.inject({
    method: 'POST',
    url: `/api${signUpRoutes.signUp.path}`,
    payload: signUpBody({ password }),
  })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({
    code: 'password.guessable',
    errors: { title: text, fields: { password: [text] } },
  })
  expect(
    await app.db.selectFrom('accounts').select('id').where('username', '=', 'ann-buyer').execute(),
  ).toEqual([])
})

test('a change of password refuses common ones and own names, and changes nothing', async () => {
  const buyer = await addBuyer('an unusual one')
  const change = (password: string, current = 'an unusual one') =>
    buyer.call(passwordsRoutes.change, {
      body: { current_password: current, password, password_confirmation: password },
    })
  for (const [password, text] of [
    ['password1', common],
    ['Lindqvist!1', ownName],
  ] as const) {
    const refused = await change(password)
    expect(refused.status).toBe(422)
    expect(refused.error.errors).toEqual({ title: text, fields: { password: [text] } })
  }
  expect(await hashOf(buyer)).toBe(buyer.passwordHash)
  // A refused password is not a failed login.
  for (let index = 0; index < 10; index += 1) await change('password1')
  expect((await change('password1')).status).toBe(422)
  // A wrong current password is reported first, so that strangers do not learn names.
  expect((await change('Lindqvist!1', 'a guess')).error.code).toBe('password.current_wrong')
})

test('a reset refuses common passwords and own names, and its link still works', async () => {
  const buyer = await addBuyer('an unusual one')
  await app.visitor.call(passwordsRoutes.forgot, {
    body: { email: buyer.email, reset_link: 'http://localhost:4000/reset-password' },
  })
  const { id } = await app.db.selectFrom('password_resets').select('id').executeTakeFirstOrThrow()
  const link = (await preparePasswordResetEmail(app.deps, id))?.link ?? ''
  const reset = (password: string) =>
    app.visitor.call(passwordsRoutes.reset, {
      body: { token: link.split('/').at(-1) ?? '', password, password_confirmation: password },
    })
  expect((await reset('password1')).error.errors).toEqual({ title: common, fields: { password: [common] } })
  expect((await reset(`${buyer.username}!2026!`)).error.code).toBe('password.guessable')
  expect((await buyer.call(workspaceRoutes.info)).ok).toBe(true)
  expect((await reset('yet another one')).ok).toBe(true)
})

test('login notes a password under 8 characters, which the app asks to replace; a new one ends that', async () => {
  const buyer = await addBuyer('abcxyz!')
  const isShort = async () => (await buyer.call(workspaceRoutes.info)).data.data.has_weak_login
  expect(await isShort()).toBe(false)
  const logIn = (password: string) =>
    app.visitor.call(accountsRoutes.logIn, { body: { username: buyer.username, password } })
  expect((await logIn('wrong')).status).toBe(422)
  expect(await isShort()).toBe(false)
  expect((await logIn('abcxyz!')).ok).toBe(true)
  expect(await isShort()).toBe(true)
  await buyer.call(passwordsRoutes.change, {
    body: {
      current_password: 'abcxyz!',
      password: 'abcxyz!8',
      password_confirmation: 'abcxyz!8',
    },
  })
  expect(await isShort()).toBe(false)
  expect((await logIn('abcxyz!8')).ok).toBe(true)
  expect(await isShort()).toBe(false)
})
