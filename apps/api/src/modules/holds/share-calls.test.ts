import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { shareCalls } from './share-calls.ts'

interface Asked {
  requests: readonly string[]
  answer: PromiseWithResolvers<readonly (string | undefined)[]>
}

/** A request is a text; its words are its names. */
function open() {
  const asked: Asked[] = []
  const ask = shareCalls<string, string>({
    namesOf: (request) => request.split(' '),
    call(requests) {
      const answer = Promise.withResolvers<readonly (string | undefined)[]>()
      asked.push({ requests, answer })
      return answer.promise
    },
  })
  const sent = () => asked.map(({ requests }) => requests)
  /** Answers the call of that number with what it was asked. */
  async function answer(number: number, answers?: readonly (string | undefined)[]): Promise<void> {
    asked[number]?.answer.resolve(answers ?? asked[number].requests)
    await settled()
  }
  return { ask, asked, sent, answer }
}

/** Lets everything happen that waits for nothing else: an answer first, then the call that begins after it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done))
}

test('who finds no call under way goes at once and alone; who comes meanwhile goes together', async () => {
  const { ask, sent, answer } = open()
  const first = ask('a')
  await settled()
  const [second, third] = [ask('b'), ask('c')]
  expect(sent()).toEqual([['a']])
  await answer(0)
  await expect(first).resolves.toBe('a')
  expect(sent()).toEqual([['a'], ['b', 'c']])
  await answer(1, ['answer of b', 'answer of c'])
  await expect(second).resolves.toBe('answer of b')
  await expect(third).resolves.toBe('answer of c')
})

test('a call that stands for long holds up nobody: another begins beside it, up to four', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { ask, sent, answer } = open()
    void ask('stands behind a lock')
    await settled()
    for (const request of ['b', 'c', 'd', 'e']) {
      void ask(request)
      await settled()
      const before = sent().length
      await vi.advanceTimersByTimeAsync(19)
      expect(sent()).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(sent()).toEqual([['stands behind a lock'], ['b'], ['c'], ['d']])
    await answer(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(sent().at(-1)).toEqual(['e'])
  } finally {
    vi.useRealTimers()
  }
})

test('requests with a name in common never go in one call, and nobody overtakes one that waits', async () => {
  const { ask, sent, answer } = open()
  void ask('x')
  await settled()
  for (const request of ['team1 listing1', 'team2 listing1', 'team2 listing2', 'team3 listing3'])
    void ask(request)
  await settled()
  await answer(0)
  expect(sent().at(-1)).toEqual(['team1 listing1', 'team3 listing3'])
  await answer(1)
  expect(sent().at(-1)).toEqual(['team2 listing1'])
  await answer(2)
  expect(sent().at(-1)).toEqual(['team2 listing2'])
})

test('where the database refuses a call its requests are asked alone, and only the one at fault fails', async () => {
  const { ask, asked, sent, answer } = open()
  void ask('x')
  await settled()
  const [fine, faulty] = [ask('fine'), ask('faulty')]
  await answer(0)
  const refusal = Object.assign(new pg.DatabaseError('deadlock', 0, 'error'), { severity: 'ERROR' })
  asked[1]?.answer.reject(refusal)
  await settled()
  expect(sent().at(-1)).toEqual(['fine'])
  await answer(2)
  await expect(fine).resolves.toBe('fine')
  expect(sent().at(-1)).toEqual(['faulty'])
  asked[3]?.answer.reject(refusal)
  await expect(faulty).rejects.toBe(refusal)
})

test('where nobody knows what became of a call all of its requests fail, and none is repeated', async () => {
  const { ask, asked, sent, answer } = open()
  void ask('x')
  await settled()
  const both = Promise.allSettled([ask('a'), ask('b')])
  await answer(0)
  const lost = new Error('Connection terminated unexpectedly')
  asked[1]?.answer.reject(lost)
  expect(await both).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ])
  expect(sent()).toHaveLength(2)
})

test('a request that a call leaves open is asked again alone', async () => {
  const { ask, sent, answer } = open()
  void ask('x')
  await settled()
  const [answered, left] = [ask('a'), ask('b')]
  await answer(0)
  await answer(1, ['a', undefined])
  await expect(answered).resolves.toBe('a')
  expect(sent().at(-1)).toEqual(['b'])
  await answer(2)
  await expect(left).resolves.toBe('b')
})

test('a failure holds up nobody who comes after', async () => {
  const { ask, asked, sent } = open()
  const first = ask('a').catch(() => 'failed')
  await settled()
  void ask('b')
  asked[0]?.answer.reject(new Error('lost'))
  await expect(first).resolves.toBe('failed')
  await settled()
  expect(sent().at(-1)).toEqual(['b'])
})
