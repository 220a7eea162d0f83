import { expect, test } from 'vitest'
import { inHashSlot } from './hash-slots.ts'

test('two run at once, the others wait their turn, and one that fails gives its place on', async () => {
  let running = 0
  let most = 0
  const done: number[] = []
  const release: (() => void)[] = []
  const works = Array.from({ length: 6 }, (_, index) =>
    inHashSlot(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => release.push(resolve))
      running -= 1
      if (index === 1) throw new Error('this one fails')
      done.push(index)
    }),
  )
  const settled = Promise.allSettled(works)
  while (done.length < 5) {
    release.shift()?.()
    await Promise.resolve()
  }
  const outcomes = await settled
  expect(most).toBe(2)
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

test('a flood is refused instead of kept, and told when to come again', async () => {
  const gate = Promise.withResolvers<void>()
  const kept = Array.from({ length: 102 }, () => inHashSlot(() => gate.promise))
  await expect(inHashSlot(async () => 'never')).rejects.toMatchObject({
    code: 'server.busy',
    status: 503,
    retryAfterSeconds: 5,
  })
  gate.resolve()
  await Promise.all(kept)
  expect(await inHashSlot(async () => 'again')).toBe('again')
})

test('who is refused before waiting takes nobody’s place, and is not even asked where there is no line', async () => {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const refuse = async () => {
    asked += 1
    throw new Error('refused')
  }
  const running = [inHashSlot(() => gate.promise, refuse), inHashSlot(() => gate.promise, refuse)]
  expect(asked).toBe(0)
  await expect(inHashSlot(async () => 'never', refuse)).rejects.toThrow('refused')
  const waiting = Array.from({ length: 100 }, () => inHashSlot(async () => 'served'))
  gate.resolve()
  await Promise.all(running)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['served']))
})
