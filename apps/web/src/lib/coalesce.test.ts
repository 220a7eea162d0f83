import { expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

test('the first entry runs immediately, later ones run together after work and pause', async () => {
  vi.useFakeTimers()
  const done: (readonly [string, number])[][] = []
  let finish = () => {}
  const { add } = coalesce<string, number>(async (entries) => {
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

test('nothing runs after stop', async () => {
  vi.useFakeTimers()
  const work = vi.fn<() => Promise<void>>(async () => undefined)
  const { add, stop } = coalesce<string, number>(work, 100)
  add([['a', 1]])
  add([['b', 1]])
  stop()
  await vi.advanceTimersByTimeAsync(1000)
  add([['c', 1]])
  expect(work).toHaveBeenCalledOnce()
})
