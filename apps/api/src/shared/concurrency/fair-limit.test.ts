import { expect, test } from 'vitest'
import { createFairLimiter } from './fair-limit.ts'

function setUp() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const withTurn = createFairLimiter({
    maxConcurrent: 2,
    maxConcurrentPerTeam: 1,
    maxWaitingPerTeam: 2,
    maxWaiting: 4,
    createError: () => new Error('busy'),
  })
  const start = (team: string) =>
    withTurn(team, async () => {
      started.push(team)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  /** Ends the work that has run for longest. */
  async function endNext() {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, start, endNext }
}

test('a team uses one place, and others start at once', async () => {
  const { started, start, endNext } = setUp()
  const calls = [start('a'), start('a'), start('b')]
  expect(started).toEqual(['a', 'b'])
  for (let count = 0; count < calls.length; count += 1) await endNext()
  expect(started).toEqual(['a', 'b', 'a'])
  await Promise.all(calls)
})

test('teams take turns, in whatever order their calls came', async () => {
  const { started, start, endNext } = setUp()
  const calls = ['a', 'b', 'a', 'a', 'b', 'c'].map((team) => start(team))
  for (let count = 0; count < calls.length; count += 1) await endNext()
  expect(started).toEqual(['a', 'b', 'a', 'b', 'c', 'a'])
  await Promise.all(calls)
})

test('a team that waits for too much is refused, and so is everyone when too many wait', async () => {
  const { start, endNext } = setUp()
  const calls = [start('a'), start('b'), start('a'), start('a')]
  await expect(start('a')).rejects.toThrow('busy')
  calls.push(start('c'), start('d'))
  await expect(start('e')).rejects.toThrow('busy')
  for (let count = 0; count < calls.length; count += 1) await endNext()
  await Promise.all(calls)
  const last = start('e')
  await endNext()
  await last
})
