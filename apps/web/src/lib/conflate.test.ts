import { expect, test, vi } from 'vitest'
import { conflate } from './conflate.ts'

test('the first comes at once, and what is added meanwhile comes together, once the work is done and rested', async () => {
  vi.useFakeTimers()
  const done: (readonly [string, number])[][] = []
  let finish = () => {}
  const { add } = conflate<string, number>(async (entries) => {
    done.push([...entries])
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  }, 100)
  add([['a', 1]])
  expect(done).toEqual([[['a', 1]]])
  add([['b', 1]])
  add([
    ['c', 1],
    ['b', 2],
  ])
  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toHaveLength(1)
  finish()
  await vi.advanceTimersByTimeAsync(99)
  expect(done).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(done[1]).toEqual([
    ['b', 2],
    ['c', 1],
  ])
})

test('after a stop nothing is done any more', async () => {
  vi.useFakeTimers()
  const work = vi.fn<() => Promise<void>>(async () => undefined)
  const { add, stop } = conflate<string, number>(work, 100)
  add([['a', 1]])
  add([['b', 1]])
  stop()
  await vi.advanceTimersByTimeAsync(1000)
  add([['c', 1]])
  expect(work).toHaveBeenCalledOnce()
})
