import { randomBytes } from 'node:crypto'
import { browserSpansRoutes } from '@terrace/contracts/browser-spans'
import type { BodyInputOf } from '@terrace/contracts/route'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { installTracer } from '../active-span.ts'
import { RecordedSpan } from '../adapters/recorded-span.ts'
import { createSampler } from '../trace-sampler.ts'
import type { FinishedSpan } from '../tracer.port.ts'

type WireSpan = BodyInputOf<typeof browserSpansRoutes.record>['spans'][number]

const newId = (bytes: number) => randomBytes(bytes).toString('hex')

let recorded: FinishedSpan[] = []
let app: TestApp

const isInTenth = createSampler({ ratio: 0.1, key: 'of the test' })

/** Records this part of the traces in memory. */
function trace(ratio: number): void {
  installTracer({
    isSampled: (caller) => ratio === 1 || isInTenth(caller?.slice(3, 35) ?? ''),
    start: (name, options) => new RecordedSpan(name, options, () => undefined),
    recordBrowserSpan: (span) => void recorded.push(span),
    stop: () => Promise.resolve(),
  })
}

const configOf = (ratio: number, perMinute = 1_000_000) => ({
  rateLimitPerMinute: perMinute,
  telemetry: {
    sentryDsn: undefined,
    traces: { endpoint: 'http://127.0.0.1:9', headers: {}, serviceName: 'terrace', ratio },
  },
})

beforeAll(async () => {
  trace(1)
  app = await buildTestApp({ config: configOf(1) })
})
beforeEach(() => {
  recorded = []
  trace(1)
})
afterAll(async () => {
  installTracer(undefined)
  await app.close()
})

// Each caller has an address of its own, because limits count by it.
let callers = 0
const newAddress = () => `198.51.${100 + Math.floor((callers += 1) / 250)}.${callers % 250}`
const report = (spans: object[], { to = app, ipAddress = newAddress() } = {}) =>
  to.visitor.call(browserSpansRoutes.record, { body: { spans: spans as WireSpan[] }, ipAddress })

const call = (values: Partial<WireSpan> = {}): WireSpan => ({
  trace_id: newId(16),
  span_id: newId(8),
  kind: 'call',
  name: 'holds.place',
  started_ms: Date.now() - 500,
  duration_ms: 120.5,
  status: 200,
  ...values,
})

const recordedIds = () => recorded.map(({ spanId }) => spanId)

test('opening a page is a span, with the pattern of the page', async () => {
  await report([call({ kind: 'page', name: '/tickets/$name/$id', status: undefined })])
  expect(recorded).toMatchObject([{ name: 'page /tickets/$name/$id', kind: 'internal', parentId: undefined }])
})

test.each<[string, Partial<WireSpan>, object]>([
  ['a refusal', { status: 409 }, { hasFailed: true, attributes: { 'error.type': '409' } }],
  [
    'a lost connection',
    { status: undefined, failure: 'network' },
    { hasFailed: true, attributes: { 'error.type': 'network' } },
  ],
  [
    'a call that the page stopped',
    { status: undefined, failure: 'aborted' },
    { hasFailed: false, attributes: { 'error.type': 'aborted' } },
  ],
])('%s is recorded with its reason', async (_, values, expected) => {
  await report([call(values)])
  expect(recorded).toMatchObject([expected])
})

test.each<[string, () => Partial<WireSpan>]>([
  ['a call that no contract names', () => ({ name: 'holds.invented' })],
  ['a text as the name of a call', () => ({ name: 'Buy tickets at evil.example' })],
  ['an action that no contract names', () => ({ kind: 'action', name: 'press the button' })],
  ['a page that does not exist', () => ({ kind: 'page', name: '/tickets/cup-final/7' })],
  ['a time long ago', () => ({ started_ms: Date.now() - 3_600_000 })],
  ['a time in the future', () => ({ started_ms: Date.now() + 60_000 })],
])('%s is ignored, and the others of the report are recorded', async (_, valuesOf) => {
  const known = call()
  const { status, data } = await report([call(valuesOf()), known])
  expect({ status, data }).toEqual({ status: 200, data: {} })
  expect(recordedIds()).toEqual([known.span_id])
})

test.each<[string, object, string]>([
  ['a trace id with other digits', { trace_id: 'Z'.repeat(32) }, 'trace_id'],
  ['a trace id of zeros', { trace_id: '0'.repeat(32) }, 'trace_id'],
  ['a short span id', { span_id: 'abc' }, 'span_id'],
  ['a parent that is no span id', { parent_id: 'the action' }, 'parent_id'],
  ['another kind', { kind: 'server' }, 'kind'],
  ['a long name', { name: 'x'.repeat(101) }, 'name'],
  ['a negative duration', { duration_ms: -1 }, 'duration_ms'],
  ['a duration of hours', { duration_ms: 3_600_000 }, 'duration_ms'],
  ['a time that is no number', { started_ms: 'now' }, 'started_ms'],
  ['a status that does not exist', { status: 9000 }, 'status'],
  ['a text as the failure', { failure: 'my card 4242' }, 'failure'],
  ['countless retries', { resends: 1e9 }, 'resends'],
])('%s is refused, and nothing of the report is recorded', async (_, values, field) => {
  const { status, error } = await report([call(), { ...call(), ...values }])
  expect(status).toBe(422)
  expect(Object.keys(error.errors['fields'] ?? {})).toEqual([`spans.1.${field}`])
  expect(recorded).toEqual([])
})

test('fields that the contract does not know are not recorded', async () => {
  await report([{ ...call(), note: 'Quillfeather', attributes: { email: 'ottoline.q@post.example' } }])
  expect(recorded).toHaveLength(1)
  expect(JSON.stringify(recorded)).not.toMatch(/quillfeather|ottoline/i)
})

test.each([
  ['no span', []],
  ['more spans than a report has', Array.from({ length: 41 }, () => call())],
])('a report with %s is refused', async (_, spans) => {
  expect((await report(spans)).status).toBe(422)
  expect(recorded).toEqual([])
})

test('a body that is larger than any report is refused', async () => {
  expect((await report([{ ...call(), more: 'x'.repeat(20_000) }])).status).toBe(413)
})

test('reports have their own rate limit for each address', async () => {
  const ipAddress = newAddress()
  const statuses: number[] = []
  // Calls may continue in the next minute.
  while (!statuses.includes(429) && statuses.length < 620)
    statuses.push((await report([call({ name: 'unknown' })], { ipAddress })).status)
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(300)
  expect((await report([call()])).status).toBe(200)
})

test('visitors at many addresses cannot flood the collector', async () => {
  const flooded = await buildTestApp({ config: configOf(1) })
  try {
    for (let number = 0; number < 600; number += 1) {
      const spans = Array.from({ length: 40 }, () => call())
      expect((await report(spans, { to: flooded })).status).toBe(200)
    }
    // Calls may continue in the next minute.
    expect(recorded.length).toBeGreaterThanOrEqual(20_000)
    expect(recorded.length).toBeLessThan(24_000)
    const { body } = await flooded.app.inject('/metrics')
    const dropped = Number(/^browser_spans_dropped_total (\d+)$/m.exec(body)?.[1])
    expect(recorded.length + dropped).toBe(24_000)
  } finally {
    await flooded.close()
  }
})

const responseTo = (traceparent: string, to = app) =>
  to.app.inject({ url: '/api/auth/sign-up', headers: { traceparent } })

test('a response to a recorded request names the span of the caller and when the server worked on it', async () => {
  const spanId = newId(8)
  const { headers } = await responseTo(`00-${newId(16)}-${spanId}-00`)
  const [, durationMs, named, startedMs] =
    /^trace;dur=([\d.]+);desc="(\w+) (\d+)"$/.exec(String(headers['server-timing'])) ?? []
  expect(named).toBe(spanId)
  expect(Math.abs(Date.now() - Number(startedMs) - Number(durationMs))).toBeLessThan(5000)
})

test('a response to a caller that names no span says nothing about traces', async () => {
  for (const traceparent of ['', 'x', `00-${newId(16)}-"evil";x=1-00`])
    expect((await responseTo(traceparent)).headers).not.toHaveProperty('server-timing')
})

test('a request about spans is in no trace', async () => {
  const { headers } = await app.app.inject({
    method: 'POST',
    url: '/api/browser-spans',
    headers: { traceparent: `00-${newId(16)}-${newId(8)}-00` },
    payload: { spans: [call()] },
  })
  expect(headers).not.toHaveProperty('server-timing')
})

function newTraceId({ inSample }: { inSample: boolean }): string {
  const id = newId(16)
  return isInTenth(id) === inSample ? id : newTraceId({ inSample })
}

test('spans of a trace outside the sample are ignored, with the same response', async () => {
  trace(0.1)
  const outside = call({ trace_id: newTraceId({ inSample: false }) })
  const inside = call({ trace_id: newTraceId({ inSample: true }) })
  expect(await report([outside])).toMatchObject({ status: 200, data: {} })
  expect(await report([outside, inside])).toMatchObject({ status: 200, data: {} })
  expect(recordedIds()).toEqual([inside.span_id])
})

test('only a response to a recorded request says that it is recorded', async () => {
  trace(0.1)
  const inside = await responseTo(`00-${newTraceId({ inSample: true })}-${newId(8)}-00`)
  expect(inside.headers['server-timing']).toMatch(/^trace;/)
  const outside = await responseTo(`00-${newTraceId({ inSample: false })}-${newId(8)}-00`)
  expect(outside.headers).not.toHaveProperty('server-timing')
})

test('a caller that names a recorded trace again and again gets no more recorded than by chance', async () => {
  trace(0.1)
  const limited = await buildTestApp({ config: configOf(0.1, 200) })
  try {
    const traceId = newTraceId({ inSample: true })
    let count = 0
    for (let number = 0; number < 150; number += 1) {
      const { headers } = await responseTo(`00-${traceId}-${newId(8)}-00`, limited)
      if (headers['server-timing'] !== undefined) count += 1
    }
    // A tenth of the rate limit; calls may continue in the next minute.
    expect(count).toBeGreaterThanOrEqual(20)
    expect(count).toBeLessThan(45)
  } finally {
    await limited.close()
  }
})

test('without a collector, reports are ignored and responses say nothing', async () => {
  installTracer(undefined)
  const silent = await buildTestApp()
  try {
    expect(await report([call()], { to: silent })).toMatchObject({ status: 200, data: {} })
    trace(1)
    const { headers } = await responseTo(`00-${newId(16)}-${newId(8)}-00`, silent)
    expect(headers).not.toHaveProperty('server-timing')
    expect(recorded).toEqual([])
  } finally {
    await silent.close()
  }
})
