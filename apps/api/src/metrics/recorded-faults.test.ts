import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { recordedSeries } from '#api/test/fixtures/monitoring/recorded-series.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { startPayment } from '#api/test/fixtures/start-payment.ts'

/** What the alerts of deploy/monitoring say about metrics that the app prints while something is really wrong. */

const alertsFile = join(import.meta.dirname, '../../../../deploy/monitoring/alerts.yml')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const title = hasPromtool ? 'alerts' : 'alerts (skipped: install Debian’s prometheus)'

describe.skipIf(!hasPromtool)(title, () => {
  let market: Marketplace
  let temporary: string
  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), 'terrace-faults-'))
  })
  beforeEach(async () => {
    market = await buildMarketplace()
    await market.deps.processRegistration.start()
    return async () => {
      await market.deps.processRegistration.stop()
      await market.close()
    }
  })
  afterAll(() => rmSync(temporary, { recursive: true }))

  const metrics = async () => (await market.app.inject({ url: '/metrics' })).body

  /** Fails unless exactly these alerts are raised an hour after the change. */
  function expectAlerts(names: readonly string[], recorded: { before: string; after: string }): void {
    const file = join(temporary, 'fault.test.yml')
    const test = {
      interval: '1m',
      input_series: [
        { series: 'up{job="terrace", instance="web1"}', values: '1x100' },
        ...recordedSeries(recorded.before, recorded.after),
      ],
      promql_expr_test: [
        {
          expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '70m',
          exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    }
    writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], tests: [test] }))
    expect(execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
  }

  test('a purchase alone raises none', async () => {
    const before = await metrics()
    const buyer = await market.addBuyer()
    const line = await market.hold(buyer, await market.list(), 2)
    const { ok } = await buyer.call(checkoutRoutes.buy, {
      body: purchaseBody([line]),
      idempotencyKey: 'undisturbed',
    })
    expect(ok).toBe(true)
    await market.deps.outbox.drain()
    expectAlerts([], { before, after: await metrics() })
  })

  test('a server that lacks a function of its database raises those for bugs and failed requests', async () => {
    const buyer = await market.addBuyer()
    const listing = await market.list()
    const before = await metrics()
    await sql`alter function place_holds rename to place_holds_of_another_release`.execute(market.db)
    await expect(market.hold(buyer, listing, 2)).rejects.toThrow('returned 500')
    expectAlerts(['TerraceBugs', 'TerraceErrorRate'], { before, after: await metrics() })
  })

  test('a payment that no process continues raises the one for stuck payments', async () => {
    const buyer = await market.addBuyer()
    const { hold_id: holdId } = await market.hold(buyer, await market.list(), 2)
    const before = await metrics()
    await startPayment(market.db, buyer, { holdId, attemptId: 'att_left' })
    await sql`update checkout_attempts set updated_at = clock_timestamp() - interval '2 minutes'`.execute(
      market.db,
    )
    expectAlerts(['TerraceStuckPayments'], { before, after: await metrics() })
  })

  test('a provider that responds with errors raises the one for its calls', async () => {
    const buyer = await market.addBuyer()
    const line = await market.hold(buyer, await market.list(), 2)
    const before = await metrics()
    for (let calls = 0; calls < 3; calls += 1)
      market.deps.sandbox.faults.plan({ on: 'confirm', kind: 'fail_before' })
    await buyer.call(checkoutRoutes.buy, { body: purchaseBody([line]), idempotencyKey: 'refused' })
    expectAlerts(['TerracePaymentProviderErrors'], { before, after: await metrics() })
  })

  test('a replica that cannot be reached raises the one for replicas', async () => {
    const databaseReplica = { url: 'postgres://terrace:secret@127.0.0.1:1/terrace', maxAgeMs: 5000 }
    const cutOff = await buildTestApp({ config: { databaseReplica } })
    await cutOff.deps.processRegistration.start()
    try {
      const { body } = await cutOff.app.inject({ url: '/metrics' })
      expectAlerts(['TerraceReplicaBehind'], { before: body, after: body })
    } finally {
      await cutOff.deps.processRegistration.stop()
      await cutOff.close()
    }
  })

  test('a marketplace without a worker raises the one for missing roles', async () => {
    const webOnly = await buildTestApp({ config: { roles: { web: true, worker: false } } })
    await webOnly.deps.processRegistration.start()
    try {
      const { body } = await webOnly.app.inject({ url: '/metrics' })
      expectAlerts(['TerraceRoleMissing'], { before: body, after: body })
    } finally {
      await webOnly.deps.processRegistration.stop()
      await webOnly.close()
    }
  })

  test('statements that wait for a connection raise the one for the pool', async () => {
    const before = await metrics()
    const { pool } = market.deps
    const statements = Array.from({ length: pool.options.max + 8 }, () => pool.query('select pg_sleep(1)'))
    const after = await metrics()
    await Promise.all(statements)
    expectAlerts(['TerracePoolSaturated'], { before, after })
  })
})
