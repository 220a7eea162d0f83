import { accountsRoutes } from '@terrace/contracts/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { completeLogin } from '#api/test/fixtures/complete-login.ts'
import { seedAccounts } from './seed-accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await seedAccounts(app.db)
})
afterAll(() => app.close())

test.each([
  ['buyer', 'buyer'],
  ['broker2', 'buyer'],
  ['seller', 'seller'],
  ['operator', 'operator'],
])('[X-CONST-03] the demo account %s logs in with terrace-demo as a %s', async (username, role) => {
  const { data } = await app.visitor.call(accountsRoutes.logIn, {
    body: { username, password: 'terrace-demo' },
  })
  expect(data.data).toMatchObject({ status: true, username, role })
})

test('existing accounts stay unchanged', async () => {
  await app.db
    .updateTable('accounts')
    .set({ first_name: 'Changed' })
    .where('username', '=', 'seller')
    .execute()
  await seedAccounts(app.db)
  const { data } = await app.visitor.call(accountsRoutes.logIn, {
    body: { username: 'seller', password: 'terrace-demo' },
  })
  expect(completeLogin(data).firstname).toBe('Changed')
})
