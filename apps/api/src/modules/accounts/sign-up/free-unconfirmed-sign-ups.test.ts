import { signUpRoutes } from '@terrace/contracts/sign-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { freeUnconfirmedSignUps } from './free-unconfirmed-sign-ups.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function addSignUp(
  username: string,
  days: number,
  values: { status?: 'pending' | 'active'; isEmailVerified?: boolean } = {},
): Promise<string> {
  const id = await addAccount(app.db, {
    teamId: await addTeam(app.db),
    username,
    status: values.status ?? 'pending',
    isEmailVerified: values.isEmailVerified ?? false,
  })
  await app.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - days * 86_400_000), email: `${username}@example.test` })
    .where('id', '=', id)
    .execute()
  return id
}

const freeSignUps = () =>
  freeUnconfirmedSignUps(app.db, { until: new Date(Date.now() - 7 * 86_400_000), limit: 10 })

const isFree = async (username: string) =>
  (
    await app.visitor.call(signUpRoutes.unique, {
      query: { username, email: `${username}@example.test` },
    })
  ).data.data.status

test('a sign-up without a confirmed address frees its email and username after seven days', async () => {
  const expired = await addSignUp('never-confirmed', 8)
  await addSignUp('still-waiting', 6)
  await addSignUp('confirmed', 8, { isEmailVerified: true })
  await addSignUp('approved', 8, { status: 'active' })
  expect(await isFree('never-confirmed')).toBe(false)
  expect(await freeSignUps()).toBe(1)
  expect(await isFree('never-confirmed')).toBe(true)
  for (const username of ['still-waiting', 'confirmed', 'approved'])
    expect(await isFree(username)).toBe(false)
  const events = await app.db
    .selectFrom('security_events')
    .select(['kind', 'account_id'])
    .where('kind', '=', 'account.sign_up_expired')
    .execute()
  expect(events).toEqual([{ kind: 'account.sign_up_expired', account_id: expired }])
  expect(await freeSignUps()).toBe(0)
})

test('an account that is being approved at that moment stays', async () => {
  const id = await addSignUp('in-approval', 8)
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('accounts').set({ status: 'active' }).where('id', '=', id).execute()
    expect(await freeSignUps()).toBe(0)
  })
  expect(await isFree('in-approval')).toBe(false)
})
