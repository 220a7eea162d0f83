import { securityRoutes } from '@terrace/contracts/security'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function addPasskey({ accountId }: Caller): Promise<string> {
  const id = `psk_${accountId}`
  await app.db
    .insertInto('account_passkeys')
    .values({
      id,
      account_id: accountId,
      credential_id: Buffer.from(id),
      rp_id: 'localhost',
      public_key: Buffer.from('x'),
      sign_count: 0,
      transports: [],
      name: 'Laptop',
    })
    .execute()
  return id
}

const rename = (by: Caller, id: string, name: string) =>
  by.call(securityRoutes.renamePasskey, { params: { id }, body: { name } })
const namesOf = async (by: Caller) =>
  (await by.call(securityRoutes.overview)).data.data.passkeys.map(({ name }) => name)

test('a passkey gets another name, trimmed', async () => {
  const buyer = await app.addBuyer()
  const id = await addPasskey(buyer)
  expect((await rename(buyer, id, '  Key on my ring ')).ok).toBe(true)
  expect(await namesOf(buyer)).toEqual(['Key on my ring'])
})

test.each([
  ['  ', 'Name the passkey'],
  ['x'.repeat(61), 'Use at most 60 characters'],
])('the name %j is refused and changes nothing', async (name, message) => {
  const buyer = await app.addBuyer()
  const id = await addPasskey(buyer)
  const refused = await rename(buyer, id, name)
  expect(refused.error.errors['fields']).toEqual({ name: [message] })
  expect(await namesOf(buyer)).toEqual(['Laptop'])
})

test('a passkey of another account is not found', async () => {
  const [mine, theirs] = [await app.addBuyer(), await app.addBuyer()]
  const id = await addPasskey(theirs)
  expect((await rename(mine, id, 'Mine')).error.code).toBe('factor.passkey_not_found')
  expect(await namesOf(theirs)).toEqual(['Laptop'])
})
