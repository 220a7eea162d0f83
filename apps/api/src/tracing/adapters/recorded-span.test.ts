import { expect, test } from 'vitest'
import { RecordedSpan } from './recorded-span.ts'
import type { SpanRecord } from './span-record.ts'
import type { SpanOptions } from '../tracer.port.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

function record(options: SpanOptions = {}, use: (span: RecordedSpan) => void = () => undefined): SpanRecord {
  const ended: SpanRecord[] = []
  const span = new RecordedSpan('work', options, (finished) => ended.push(finished))
  use(span)
  span.end()
  const [finished, ...more] = ended
  if (!finished || more.length > 0) throw new Error(`the span ended ${ended.length} times`)
  return finished
}

test('a span belongs to the trace of its parent', () => {
  const parent = `00-${trace}-00f067aa0ba902b7-00`
  expect(record({ parent })).toMatchObject({ traceId: trace, parentId: '00f067aa0ba902b7' })
})

test.each([
  ['none', undefined],
  ['a text', 'not a traceparent'],
  ['another version', `01-${trace}-00f067aa0ba902b7-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['a span id of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`],
])('a parent that is %s begins a trace', (_name, parent) => {
  const { traceId, parentId } = record({ parent })
  expect(traceId).toMatch(/^[\da-f]{32}$/)
  expect([traceId === trace, parentId]).toEqual([false, undefined])
})

test('a span is sent once, with its attributes and failure', () => {
  const attributes = { 'http.route': '/api' }
  const ended = record({ attributes }, (span) => {
    span.set({ 'http.response.status_code': 500 })
    span.fail(500)
    span.end()
  })
  expect(ended.attributes).toEqual({
    'http.route': '/api',
    'http.response.status_code': 500,
    'error.type': '500',
  })
  expect(ended.hasFailed).toBe(true)
  expect(ended.endedMs).toBeGreaterThanOrEqual(ended.startedMs)
  expect(attributes).toEqual({ 'http.route': '/api' })
})
