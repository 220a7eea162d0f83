import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { addAccount, addTeam } from '#api/test/fixtures/factories.ts'
import { rejectDemoAccounts } from './reject-demo-accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('[X-CONST-04] production does not start on a database with demo accounts', async () => {
  const teamId = await addTeam(app.db)
  const id = await addAccount(app.db, { teamId, username: 'buyer' })
  await expect(rejectDemoAccounts(app.db)).resolves.toBeUndefined()
  await app.db.updateTable('accounts').set({ is_demo: true }).where('id', '=', id).execute()
  await expect(rejectDemoAccounts(app.db)).rejects.toThrow('contains demo accounts buyer')
})
