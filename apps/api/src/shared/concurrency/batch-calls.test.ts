import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { batchCalls } from './batch-calls.ts'

interface PendingCall {
  requests: readonly string[]
  reply: PromiseWithResolvers<readonly (string | undefined)[]>
}

/** Requests are strings; their words are the conflict keys. */
function open() {
  const calls: PendingCall[] = []
  const run = batchCalls<string, string>({
    name: 'test',
    conflictKeysOf: (request) => request.split(' '),
    call(requests) {
      const reply = Promise.withResolvers<readonly (string | undefined)[]>()
      calls.push({ requests, reply })
      return reply.promise
    },
  })
  const sent = () => calls.map(({ requests }) => requests)
  /** Resolves the call with this index. */
  async function reply(number: number, results?: readonly (string | undefined)[]): Promise<void> {
    calls[number]?.reply.resolve(results ?? calls[number].requests)
    await flushTasks()
  }
  return { run, calls, sent, reply }
}

/** Two ticks: one delivers a result, the next starts the following call. */
async function flushTasks(): Promise<void> {
  for (let tick = 0; tick < 2; tick++) await new Promise((done) => setImmediate(done))
}

test('a request starts at once when no call is running; later ones share the next call', async () => {
  const { run, sent, reply } = open()
  const first = run('a')
  await flushTasks()
  const [second, third] = [run('b'), run('c')]
  expect(sent()).toEqual([['a']])
  await reply(0)
  await expect(first).resolves.toBe('a')
  expect(sent()).toEqual([['a'], ['b', 'c']])
  await reply(1, ['result of b', 'result of c'])
  await expect(second).resolves.toBe('result of b')
  await expect(third).resolves.toBe('result of c')
})

test('a blocked call does not hold up other requests; up to four calls run in parallel', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { run, sent, reply } = open()
    void run('blocked by a lock')
    await flushTasks()
    for (const request of ['b', 'c', 'd', 'e']) {
      void run(request)
      await flushTasks()
      const before = sent().length
      await vi.advanceTimersByTimeAsync(19)
      expect(sent()).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(sent()).toEqual([['blocked by a lock'], ['b'], ['c'], ['d']])
    await reply(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(sent().at(-1)).toEqual(['e'])
  } finally {
    vi.useRealTimers()
  }
})

test('requests that share a key never go into one call and keep their order', async () => {
  const { run, sent, reply } = open()
  void run('x')
  await flushTasks()
  for (const request of ['team1 listing1', 'team2 listing1', 'team2 listing2', 'team3 listing3'])
    void run(request)
  await flushTasks()
  await reply(0)
  expect(sent().at(-1)).toEqual(['team1 listing1', 'team3 listing3'])
  await reply(1)
  expect(sent().at(-1)).toEqual(['team2 listing1'])
  await reply(2)
  expect(sent().at(-1)).toEqual(['team2 listing2'])
})

test('requests of a rejected call are retried alone, and only the faulty one fails', async () => {
  const { run, calls, sent, reply } = open()
  void run('x')
  await flushTasks()
  const [fine, faulty] = [run('fine'), run('faulty')]
  await reply(0)
  const deadlock = Object.assign(new pg.DatabaseError('deadlock', 0, 'error'), { severity: 'ERROR' })
  calls[1]?.reply.reject(deadlock)
  await flushTasks()
  expect(sent().at(-1)).toEqual(['fine'])
  await reply(2)
  await expect(fine).resolves.toBe('fine')
  expect(sent().at(-1)).toEqual(['faulty'])
  calls[3]?.reply.reject(deadlock)
  await expect(faulty).rejects.toBe(deadlock)
})

test('all requests of a call with an unknown outcome fail and none is retried', async () => {
  const { run, calls, sent, reply } = open()
  void run('x')
  await flushTasks()
  const both = Promise.allSettled([run('a'), run('b')])
  await reply(0)
  const lost = new Error('Connection terminated unexpectedly')
  calls[1]?.reply.reject(lost)
  expect(await both).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ])
  expect(sent()).toHaveLength(2)
})

test('a request without a result is retried alone', async () => {
  const { run, sent, reply } = open()
  void run('x')
  await flushTasks()
  const [resolved, unresolved] = [run('a'), run('b')]
  await reply(0)
  await reply(1, ['a', undefined])
  await expect(resolved).resolves.toBe('a')
  expect(sent().at(-1)).toEqual(['b'])
  await reply(2)
  await expect(unresolved).resolves.toBe('b')
})

test('a failed call does not affect later requests', async () => {
  const { run, calls, sent } = open()
  const first = run('a').catch(() => 'failed')
  await flushTasks()
  void run('b')
  calls[0]?.reply.reject(new Error('lost'))
  await expect(first).resolves.toBe('failed')
  await flushTasks()
  expect(sent().at(-1)).toEqual(['b'])
})
