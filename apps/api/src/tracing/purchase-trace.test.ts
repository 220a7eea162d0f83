import { expandProductKeys } from '@terrace/contracts/product'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOutboxEmails } from '#api/email-triggers/outbox-emails.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'
import { createJobScheduler } from '#api/jobs/scheduled-jobs.ts'
import { startTelemetry, type Telemetry } from '#api/telemetry.ts'
import { catchMail, type MailCatcher } from '#api/test/fakes/catch-mail.ts'
import { collectJobHandlers } from '#api/test/fakes/job-handlers.ts'
import {
  collectTraces,
  type CollectedSpan,
  type OtlpCollector,
} from '#api/test/fakes/telemetry/otlp-collector.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

/** A purchase through the whole app, with a collector of traces next to it. */

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const browserSpan = '00f067aa0ba902b7'
// Spans of the browser are tested in browser-spans.
const traceparent = `00-${traceId}-${browserSpan}-00`

const lines: string[] = []
let collector: OtlpCollector
let telemetry: Telemetry | undefined
let mail: MailCatcher
/** Ends what `beforeAll` has created, also when it fails half-way. */
const closing: (() => Promise<unknown>)[] = []
let market: Marketplace
let buyer: Caller

beforeAll(async () => {
  collector = await collectTraces()
  closing.push(() => collector.close())
  telemetry = await startTelemetry({
    production: false,
    telemetry: {
      sentryDsn: undefined,
      traces: {
        endpoint: collector.url,
        headers: { 'x-key': 'of the collector' },
        serviceName: 'terrace-test',
        ratio: 1,
      },
    },
  })
  mail = await catchMail()
  closing.push(() => mail.close())
  market = await buildMarketplace({
    log: (line) => void lines.push(line),
    config: {
      tradeOrigins: ['http://localhost:4000'],
      mail: { smtpUrl: mail.url, from: 'Terrace <post@terrace.example>', folder: '' },
    },
  })
  closing.push(() => market.close())
  const boss = createJobStore({ databaseUrl: market.deps.config.databaseUrl, logger: market.deps.logger })
  await boss.start()
  closing.push(() => boss.stop({ graceful: true, timeout: 5000 }))
  await createOutboxEmails(market.deps, boss).start()
  const jobs = collectJobHandlers()
  await createJobScheduler({ ...market.deps, boss: jobs.boss }).start()
  await market.addBuyer({ role: 'seller', teamId: market.sellerTeamId })
  buyer = await market.addBuyer()
  await buy()
  await jobs.run('clean-up-expired-holds')
  await waitUntil(async () => expect(lines.filter((line) => line.includes('email sent'))).toHaveLength(2))
  await telemetry.stop({ withinMs: 60_000 })
})
afterAll(async () => {
  // First, because the tracer belongs to the process and so to all files of tests.
  await telemetry?.stop({ withinMs: 60_000 })
  for (const close of closing.toReversed()) await close()
})

const waitUntil = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 })

/** Pays as the browser does, and waits for the emails. */
async function buy(): Promise<void> {
  const held = await market.hold(buyer, await market.list(), 2)
  const { product } = market.deps.config
  const response = await market.app.inject({
    method: 'POST',
    url: `/api/${product}/buyer-checkout?visitor=jo.marsh%40example.test`,
    headers: { authorization: `Bearer ${buyer.token}`, traceparent, 'idempotency-key': 'of-the-trace' },
    payload: expandProductKeys(purchaseBody([held]), product) as object,
  })
  expect(response.json()).toMatchObject({ data: { status: 'confirmed' } })
  await waitUntil(async () => {
    await market.deps.outbox.drain()
    // To the buyer and to the seller.
    expect(mail.emails).toHaveLength(2)
  })
}

const spansOf = (trace: string) => collector.spans.filter((span) => span.traceId === trace)

function find(name: string): CollectedSpan {
  const found = spansOf(traceId).find((span) => span.name === name)
  if (!found)
    throw new Error(
      `no span ${name} among ${spansOf(traceId)
        .map((span) => span.name)
        .join(', ')}`,
    )
  return found
}

/** Names from the span up to the first one of the server. */
function pathOf(span: CollectedSpan): string[] {
  const parent = spansOf(traceId).find(({ spanId }) => spanId === span.parentId)
  return [span.name, ...(parent ? pathOf(parent) : [])]
}

test('a purchase is one trace, from the request of the browser to the email', () => {
  const request = find('POST /api/trade/buyer-checkout')
  expect(request).toMatchObject({ parentId: browserSpan, kind: 'server', hasFailed: false })
  expect(request.attributes).toMatchObject({
    'http.route': '/api/trade/buyer-checkout',
    'http.response.status_code': 200,
  })
  // Every span leads up to the request, so nothing is missing in between.
  for (const span of spansOf(traceId)) expect(pathOf(span).at(-1)).toBe(request.name)
  expect(pathOf(find('email order.placed'))).toEqual([
    'email order.placed',
    'outbox order.placed to emails',
    'checkout: place order',
    'checkout: from authorising',
    'POST /api/trade/buyer-checkout',
  ])
})

test('the email to the seller, which an event of a subscriber causes, is in the trace of the purchase', () => {
  expect(pathOf(find('email order.sold'))).toEqual([
    'email order.sold',
    'outbox order.sold to emails.sellers',
    'outbox order.placed to notifications.sales',
    'checkout: place order',
    'checkout: from authorising',
    'POST /api/trade/buyer-checkout',
  ])
  const sent = spansOf(traceId).filter(({ name }) => name === 'mail.send')
  expect(new Set(sent.map((span) => pathOf(span)[1]))).toEqual(
    new Set(['email order.placed', 'email order.sold']),
  )
})

test('other events that subscribers write because of the purchase are in its trace', async () => {
  const { rows } = await sql<{ traceparent: string | null }>`
    select traceparent from outbox where topic = 'account.notifications_changed'`.execute(market.db)
  expect(rows.map(({ traceparent: written }) => written?.split('-')[1])).toContain(traceId)
})

test('the trace shows each stage of the payment, with its calls of the provider and its statements', () => {
  expect(pathOf(find('sandbox.capturePayment'))).toContain('checkout: from capturing')
  expect(find('sandbox.createPayment')).toMatchObject({
    kind: 'client',
    attributes: { 'peer.service': 'sandbox', 'rpc.method': 'createPayment' },
  })
  const statement = spansOf(traceId).find(
    ({ name, parentId }) => name.startsWith('SELECT') && parentId === find('checkout: place order').spanId,
  )
  expect(statement).toMatchObject({
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': expect.stringContaining('$1') },
  })
})

test('log lines of the request and of the email name the trace', () => {
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const messages = logged.filter(({ trace_id: id }) => id === traceId).map(({ msg }) => msg)
  expect(messages).toContain('request completed')
  expect(messages).toContain('email sent')
})

test('a scheduled job is a trace of its own', () => {
  const job = collector.spans.find(({ name }) => name === 'job clean-up-expired-holds')
  expect(job).toMatchObject({ parentId: '', kind: 'consumer' })
})

test('reading the outbox and other work that a request only wakes is in no trace', () => {
  const names = collector.spans.map(({ name }) => name)
  expect(names.filter((name) => /read_outbox_after|outbox_cursors.*for update/i.test(name))).toEqual([])
})

test('an event of a request that is not recorded names no trace', async () => {
  const { rows } = await sql<{ topic: string; traceparent: string | null }>`
    select topic, traceparent from outbox where traceparent is not null`.execute(market.db)
  const recorded = new Set(collector.spans.map((span) => span.traceId))
  for (const row of rows) expect(recorded).toContain(row.traceparent?.split('-')[1])
})

test('the collector gets the name of the service, its version and its key', () => {
  expect(collector.resource).toMatchObject({ 'service.name': 'terrace-test', 'service.version': '0.1.0' })
  expect(collector.headers['x-key']).toBe('of the collector')
})
