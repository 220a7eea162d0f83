import { expect, test } from 'vitest'
import { withHashPermit } from './hash-limit.ts'

test('at most two hashes run at a time, others wait, and a failure frees its permit', async () => {
  let running = 0
  let maxRunning = 0
  const done: number[] = []
  const release: (() => void)[] = []
  const works = Array.from({ length: 6 }, (_, index) =>
    withHashPermit(async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await new Promise<void>((resolve) => release.push(resolve))
      running -= 1
      if (index === 1) throw new Error('failure on purpose')
      done.push(index)
    }),
  )
  const allDone = Promise.allSettled(works)
  while (done.length < 5) {
    release.shift()?.()
    await Promise.resolve()
  }
  const outcomes = await allDone
  expect(maxRunning).toBe(2)
  expect(done).toEqual([0, 2, 3, 4, 5])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

test('a full queue rejects callers and says when to retry', async () => {
  const gate = Promise.withResolvers<void>()
  const admitted = Array.from({ length: 102 }, () => withHashPermit(() => gate.promise))
  await expect(withHashPermit(async () => 'never')).rejects.toMatchObject({
    code: 'server.busy',
    status: 503,
    retryAfterSeconds: 5,
  })
  gate.resolve()
  await Promise.all(admitted)
  expect(await withHashPermit(async () => 'again')).toBe('again')
})

test('`beforeWaiting` rejects callers before they queue, and runs only if there is a queue', async () => {
  const gate = Promise.withResolvers<void>()
  let rejectedCount = 0
  const reject = async () => {
    rejectedCount += 1
    throw new Error('rejected')
  }
  const running = [withHashPermit(() => gate.promise, reject), withHashPermit(() => gate.promise, reject)]
  expect(rejectedCount).toBe(0)
  await expect(withHashPermit(async () => 'never', reject)).rejects.toThrow('rejected')
  const waiting = Array.from({ length: 100 }, () => withHashPermit(async () => 'served'))
  gate.resolve()
  await Promise.all(running)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['served']))
})
