import { checkoutRoutes } from '@terrace/contracts/checkout'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcileAttempts } from '#api/modules/checkout/attempts/reconcile-attempts.ts'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'

let database: TestDatabase
let web: Marketplace
let worker: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  const { databaseUrl } = database
  web = await buildMarketplace({ databaseUrl, config: { roles: { web: true, worker: false } } })
  worker = await buildTestApp({ databaseUrl, config: { roles: { web: false, worker: true } } })
})
afterAll(async () => {
  await worker.close()
  await web.close()
  await database.drop()
})

test('a web process sells, and a worker handles what follows from the sale', async () => {
  const buyer = await web.addBuyer()
  const held = await web.hold(buyer, await web.list(), 2)
  const bought = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
  expect(bought.data.data.status).toBe('confirmed')
  await web.deps.outbox.drain()
  expect((await buyer.call(notificationsRoutes.list)).data.data).toEqual([])
  await worker.deps.outbox.drain()
  expect((await buyer.call(notificationsRoutes.list)).data.data).not.toEqual([])
})

test('a worker finishes a payment that its web process left open', async () => {
  const buyer = await web.addBuyer()
  const held = await web.hold(buyer, await web.list(), 2)
  const body = purchaseBody([held], 'pm_card_threeDSecure2Required')
  const { data } = await buyer.call(checkoutRoutes.buy, { body })
  await completeBankChallenge(web, data.data.next_action?.url ?? '', 'approve')
  await reconcileAttempts(worker.deps, { idleSeconds: 0 })
  const { rows } = await sql`select state from checkout_attempts where team_id = ${buyer.teamId}`.execute(
    web.db,
  )
  expect(rows).toEqual([{ state: 'confirmed' }])
})

test('a worker serves its health and metrics, and nothing else', async () => {
  for (const url of ['/health/live', '/health/ready', '/metrics'])
    expect((await worker.app.inject(url)).statusCode).toBe(200)
  expect((await worker.app.inject('/sandbox/card-frame')).statusCode).toBe(404)
  expect((await worker.app.inject({ method: 'POST', url: '/payments/webhook' })).statusCode).toBe(404)
  const buyer = await worker.addBuyer()
  expect((await buyer.call(workspaceRoutes.info)).status).toBe(404)
  expect((await worker.app.inject('/config.json')).statusCode).toBe(404)
})
