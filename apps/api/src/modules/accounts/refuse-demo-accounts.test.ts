import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { addAccount, addTeam } from '../../test/factories.ts'
import { refuseDemoAccounts } from './refuse-demo-accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('[X-CONST-04] production does not start on a database that holds a demo account', async () => {
  const teamId = await addTeam(app.db)
  const id = await addAccount(app.db, { teamId, username: 'buyer' })
  await expect(refuseDemoAccounts(app.db)).resolves.toBeUndefined()
  await app.db.updateTable('accounts').set({ is_demo: true }).where('id', '=', id).execute()
  await expect(refuseDemoAccounts(app.db)).rejects.toThrow('holds the demo accounts buyer')
})
