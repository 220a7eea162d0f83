import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchCalls } from './batch-calls.ts'
import { createCallGroup } from './call-group.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/**
 * Four kinds of calls in one group. `sent` has the calls so far, `events` also the results; `end` ends the oldest running
 * one.
 */
function open() {
  const group = createCallGroup()
  const sent: string[] = []
  const events: string[] = []
  const running: (() => void)[] = []
  const kind = (name: string) => {
    const run = batchCalls<string, string>({
      name: 'test',
      group,
      conflictKeysOf: (request) => [request],
      call(requests) {
        sent.push(`${name}: ${requests.join(' ')}`)
        events.push(`call ${requests.join(' ')}`)
        const reply = Promise.withResolvers<readonly string[]>()
        running.push(() => reply.resolve(requests))
        return reply.promise
      },
    })
    return (...requests: string[]) => {
      for (const request of requests) void run(request).then((result) => events.push(`result ${result}`))
      return flushTasks()
    }
  }
  async function end(): Promise<void> {
    running.shift()?.()
    await flushTasks()
  }
  return {
    holds: kind('holds'),
    orders: kind('orders'),
    starts: kind('starts'),
    reads: kind('reads'),
    sent,
    events,
    end,
  }
}

async function flushTasks(): Promise<void> {
  for (let tick = 0; tick < 3; tick++) await new Promise((done) => setImmediate(done))
}

test('one call runs at a time; the next one serves all requests that arrive meanwhile', async () => {
  const { holds, orders, sent, end } = open()
  await holds('a')
  await orders('b')
  await orders('c', 'd')
  expect(sent).toEqual(['holds: a'])
  await end()
  expect(sent.at(-1)).toBe('orders: b c d')
})

test('the next call starts before the results of the last one are handed out', async () => {
  const { holds, orders, events, end } = open()
  await holds('a')
  await orders('b')
  await end()
  expect(events).toEqual(['call a', 'call b', 'result a'])
})

test('the longest queue goes first', async () => {
  const { holds, starts, reads, sent, end } = open()
  await holds('a')
  await starts('b')
  await reads('c', 'd')
  await end()
  expect(sent.at(-1)).toBe('reads: c d')
  await end()
  expect(sent.at(-1)).toBe('starts: b')
})

test('a queue that has waited for 10 ms is not overtaken by longer ones', async () => {
  const { holds, starts, reads, sent, end } = open()
  await holds('a')
  await starts('b')
  await vi.advanceTimersByTimeAsync(10)
  await reads('c', 'd')
  await end()
  expect(sent.at(-1)).toBe('starts: b')
})

test('if the running call is blocked, another one starts after 20 ms', async () => {
  const { holds, orders, sent } = open()
  await holds('a')
  await orders('b')
  await vi.advanceTimersByTimeAsync(19)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.at(-1)).toBe('orders: b')
})
