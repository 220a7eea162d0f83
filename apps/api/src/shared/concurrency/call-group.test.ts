import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchCalls } from './batch-calls.ts'
import { createCallGroup } from './call-group.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Four kinds of calls in one group. `sent` has the calls so far; `end` ends the oldest running one. */
function open() {
  const group = createCallGroup()
  const sent: string[] = []
  const running: (() => void)[] = []
  const kind = (name: string) => {
    const run = batchCalls<string, string>({
      group,
      lockKeysOf: (request) => [request],
      call(requests) {
        sent.push(`${name}: ${requests.join(' ')}`)
        const reply = Promise.withResolvers<readonly string[]>()
        running.push(() => reply.resolve(requests))
        return reply.promise
      },
    })
    return (...requests: string[]) => {
      for (const request of requests) void run(request)
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
    end,
  }
}

async function flushTasks(): Promise<void> {
  for (let tick = 0; tick < 3; tick++) await new Promise((done) => setImmediate(done))
}

test('two kinds of calls run at once; a third waits and serves all requests that arrive meanwhile', async () => {
  const { holds, orders, starts, sent, end } = open()
  await holds('a')
  await orders('b')
  await starts('c')
  await starts('d', 'e')
  expect(sent).toEqual(['holds: a', 'orders: b'])
  await end()
  expect(sent.at(-1)).toBe('starts: c d e')
})

test('the longest queue goes first', async () => {
  const { holds, orders, starts, reads, sent, end } = open()
  await holds('a')
  await orders('b')
  await starts('c')
  await reads('d', 'e')
  await end()
  expect(sent.at(-1)).toBe('reads: d e')
  await end()
  expect(sent.at(-1)).toBe('starts: c')
})

test('a queue that has waited for 10 ms is not overtaken by longer ones', async () => {
  const { holds, orders, starts, reads, sent, end } = open()
  await holds('a')
  await orders('b')
  await starts('c')
  await vi.advanceTimersByTimeAsync(10)
  await reads('d', 'e')
  await end()
  expect(sent.at(-1)).toBe('starts: c')
})

test('if all calls are blocked, another one starts after 20 ms', async () => {
  const { holds, orders, starts, sent } = open()
  await holds('a')
  await orders('b')
  await starts('c')
  await vi.advanceTimersByTimeAsync(19)
  expect(sent).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent.at(-1)).toBe('starts: c')
})
