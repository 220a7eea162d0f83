import { expect, test } from 'vitest'
import { appendEntry, createTermPostings, firstFrom, referenceAt, seekSlot, slotAt } from './term-postings.ts'

test('a word keeps its places in records, however many different ones there are', () => {
  const postings = createTermPostings()
  const entries = Array.from({ length: 2000 }, (_, at) => ({
    slot: at * 3,
    reference: 1 + ((at * at) % 700),
  }))
  for (const { slot, reference } of entries) appendEntry(postings, slot, reference)
  expect(
    entries.map((_, at) => ({ slot: slotAt(postings, at), reference: referenceAt(postings, at) })),
  ).toEqual(entries)
  expect([0, 1, 3, 4, 6000].map((slot) => firstFrom(postings, slot))).toEqual([0, 1, 1, 2, 2000])
  expect([0, 3, 4, 5997, 6000].map((slot) => seekSlot(postings, 1, slot))).toEqual([1, 1, 2, 1999, 2000])
})

test('slots above 16 million are kept', () => {
  const postings = createTermPostings()
  for (const slot of [5, 2 ** 24 - 1, 2 ** 24, 2 ** 31]) appendEntry(postings, slot, 9)
  expect([0, 1, 2, 3].map((at) => slotAt(postings, at))).toEqual([5, 2 ** 24 - 1, 2 ** 24, 2 ** 31])
})
