import { closingRoutes } from '@terrace/contracts/closing'
import { teamsRoutes } from '@terrace/contracts/teams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const invite = (by: Caller, email: string) =>
  by.call(teamsRoutes.invite, { body: { email, role: 'owner', join_link: 'http://localhost:4000/join' } })

test.each<[string, (owner: Caller, other: Caller) => Promise<{ ok: boolean }>]>([
  ['is removed', (owner, { accountId: id }) => owner.call(teamsRoutes.remove, { params: { id } })],
  [
    'becomes a member',
    (owner, { accountId: id }) =>
      owner.call(teamsRoutes.changeRole, { params: { id }, body: { role: 'member' } }),
  ],
  ['leaves', (_owner, other) => other.call(teamsRoutes.leave)],
  ['closes the account', (_owner, other) => other.call(closingRoutes.close)],
])('an owner who %s cannot come back by their own invitation', async (_how, end) => {
  const owner = await app.addBuyer()
  const other = await app.addBuyer({ teamId: owner.teamId, teamRole: 'owner' })
  await invite(other, 'backdoor@example.test')
  await invite(owner, 'colleague@example.test')
  expect((await end(owner, other)).ok).toBe(true)
  const { invitations } = (await owner.call(teamsRoutes.overview)).data.data
  expect(invitations.map(({ email }) => email)).toEqual(['colleague@example.test'])
})
