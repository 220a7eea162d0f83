import { expect, test } from 'vitest'
import { commitPages, openCommitPace } from './commit-pace.ts'

test('commits get smaller when they take long and larger when they are quick, within their limits', () => {
  const pace = openCommitPace({ first: 100, smallest: 20, largest: 500 })
  pace.measure(100, 400)
  expect(pace.size).toBe(20)
  pace.measure(20, 40)
  expect(pace.size).toBe(40)
  for (let time = 0; time < 5; time += 1) pace.measure(pace.size, 1)
  expect(pace.size).toBe(500)
})

test('pages are committed until none is left', async () => {
  const rows = Array.from({ length: 45 }, (_, index) => index)
  const pages: number[] = []
  await commitPages(openCommitPace({ first: 20, largest: 20 }), async (limit) => {
    const page = rows.splice(0, limit)
    pages.push(page.length)
    return page.length
  })
  expect(pages).toEqual([20, 20, 5, 0])
})
