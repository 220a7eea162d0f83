import pg from 'pg'
import { expect, test } from 'vitest'
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

/** Lets everything happen that waits for nothing else. */
const settled = () => new Promise((done) => setImmediate(done))

test('who finds a free lane goes at once and alone; who comes while both are busy goes together', async () => {
  const { ask, sent, answer } = open()
  const first = ask('a')
  void ask('b')
  const [third, fourth] = [ask('c'), ask('d')]
  expect(sent()).toEqual([['a'], ['b']])
  await answer(0)
  await expect(first).resolves.toBe('a')
  expect(sent().at(-1)).toEqual(['c', 'd'])
  await answer(2, ['answer of c', 'answer of d'])
  await expect(third).resolves.toBe('answer of c')
  await expect(fourth).resolves.toBe('answer of d')
})

test('requests with a name in common never go in one call, and nobody overtakes one that waits', async () => {
  const { ask, sent, answer } = open()
  for (const request of ['x', 'y', 'team1 listing1', 'team2 listing1', 'team2 listing2', 'team3 listing3'])
    void ask(request)
  await answer(0)
  expect(sent().at(-1)).toEqual(['team1 listing1', 'team3 listing3'])
  await answer(1)
  expect(sent().at(-1)).toEqual(['team2 listing1'])
  await answer(3)
  expect(sent().at(-1)).toEqual(['team2 listing2'])
})

test('where the database refuses a call its requests are asked alone, and only the one at fault fails', async () => {
  const { ask, asked, sent, answer } = open()
  for (const request of ['x', 'y']) void ask(request)
  const [fine, faulty] = [ask('fine'), ask('faulty')]
  await answer(0)
  const refusal = Object.assign(new pg.DatabaseError('deadlock', 0, 'error'), { severity: 'ERROR' })
  asked[2]?.answer.reject(refusal)
  await settled()
  expect(sent().at(-1)).toEqual(['fine'])
  await answer(3)
  await expect(fine).resolves.toBe('fine')
  expect(sent().at(-1)).toEqual(['faulty'])
  asked[4]?.answer.reject(refusal)
  await expect(faulty).rejects.toBe(refusal)
})

test('where nobody knows what became of a call all of its requests fail, and none is repeated', async () => {
  const { ask, asked, sent, answer } = open()
  for (const request of ['x', 'y']) void ask(request)
  const both = Promise.allSettled([ask('a'), ask('b')])
  await answer(0)
  const lost = new Error('Connection terminated unexpectedly')
  asked[2]?.answer.reject(lost)
  expect(await both).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ])
  expect(sent()).toHaveLength(3)
})

test('a request that a call leaves open is asked again alone', async () => {
  const { ask, sent, answer } = open()
  for (const request of ['x', 'y']) void ask(request)
  const [answered, left] = [ask('a'), ask('b')]
  await answer(0)
  await answer(2, ['a', undefined])
  await expect(answered).resolves.toBe('a')
  expect(sent().at(-1)).toEqual(['b'])
  await answer(3)
  await expect(left).resolves.toBe('b')
})

test('a lane that failed is free again', async () => {
  const { ask, asked, sent } = open()
  const [first] = [ask('a').catch(() => 'failed'), ask('b').catch(() => 'failed')]
  void ask('c')
  asked[0]?.answer.reject(new Error('lost'))
  await expect(first).resolves.toBe('failed')
  await settled()
  expect(sent().at(-1)).toEqual(['c'])
})
