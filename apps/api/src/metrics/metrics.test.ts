import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { createMetrics } from './create-metrics.ts'
import { measureCalls } from './measure-calls.ts'
import { readQueueSizes } from './operational-counts.repo.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

/** Value of the metric with exactly these labels; 0 while it is absent. */
async function valueOf(metric: string): Promise<number> {
  const { body } = await market.app.inject({ url: '/metrics' })
  const line = body.split('\n').find((text) => text.startsWith(`${metric} `))
  return line === undefined ? 0 : Number(line.slice(metric.length))
}

test('holds, orders and calls of the payment gateway are counted', async () => {
  await buyOrder(market)
  await market.deps.outbox.drain()
  expect(await valueOf('domain_events_total{topic="order.placed"}')).toBe(1)
  expect(await valueOf('domain_events_total{topic="hold.placed"}')).toBe(1)
  const calls = 'provider_call_duration_seconds_count{provider="sandbox",call="capturePayment",outcome="ok"}'
  expect(await valueOf(calls)).toBe(1)
})

test('refusals are counted by their code', async () => {
  const code = 'refusals_total{code="hold.rejected"}'
  const before = await valueOf(code)
  const buyer = await market.addBuyer()
  const { status } = await buyer.call(holdsRoutes.place, {
    body: [{ listing_id: 'lst_unknown', quantity: 1 }],
  })
  expect(status).toBe(409)
  expect(await valueOf(code)).toBe(before + 1)
})

test('reads of the feed are counted by whether the caches served them', async () => {
  const buyer = await market.addBuyer()
  const hits = 'cache_reads_total{cache="feeds",result="hit"}'
  const misses = 'cache_reads_total{cache="feeds",result="miss"}'
  const from = { hits: await valueOf(hits), misses: await valueOf(misses) }
  for (let reads = 0; reads < 3; reads += 1)
    await buyer.call(listingsRoutes.feed, { query: { event_id: market.eventId } })
  expect([(await valueOf(hits)) - from.hits, (await valueOf(misses)) - from.misses]).toEqual([2, 1])
})

test('the version that runs is shown', async () => {
  expect(await valueOf(`build_info{version="0.1.0",node="${process.version}"}`)).toBe(1)
})

test('a failed call is measured as an error and still fails', async () => {
  const metrics = createMetrics()
  const port = {
    name: 'port',
    fails: () => Promise.reject<string>(new Error('unreachable')),
    now: () => 5,
  }
  const measured = measureCalls(port, 'mail', metrics)
  expect([measured.name, measured.now()]).toEqual(['port', 5])
  await expect(measured.fails()).rejects.toThrow('unreachable')
  expect(await metrics.registry.metrics()).toContain(
    'provider_call_duration_seconds_count{provider="mail",call="fails",outcome="error"} 1',
  )
})

test('waiting and failed jobs are counted by queue, and so are all emails of a shared job', async () => {
  const boss = new PgBoss({ connectionString: market.deps.config.databaseUrl, max: 2 })
  await boss.start()
  try {
    await boss.createQueue('mail', { retryLimit: 0 })
    const [first] = [await boss.send('mail', {}), await boss.send('mail', {})]
    if (first === null) throw new Error('no job was created')
    await boss.fetch('mail', { batchSize: 1 })
    await boss.fail('mail', first)
    expect(await readQueueSizes(market.db)).toMatchObject({ pending: { mail: 1 }, failed: { mail: 1 } })
    await boss.send('mail', { events: [{}, {}, {}] })
    expect(await readQueueSizes(market.db)).toMatchObject({ pending: { mail: 4 }, failed: { mail: 1 } })
  } finally {
    await boss.stop({ graceful: false })
  }
})
