import { expect, test } from 'vitest'
import { createWrittenEvents } from './written-events.ts'

test('written events are listed by range of ids, wherever the range begins and ends', () => {
  const written = createWrittenEvents()
  const ids = [1, 16_383, 16_384, 40_000, 2_000_000]
  for (const id of ids) written.set(id, id % 7)
  written.set(50_000, 1)
  written.delete(50_000)
  expect(written.between(0, Number.POSITIVE_INFINITY)).toEqual(ids)
  expect(written.between(1, 16_384)).toEqual([16_383, 16_384])
  expect(written.between(16_384, 40_000)).toEqual([40_000])
  expect([written.get(40_000), written.get(50_000)]).toEqual([40_000 % 7, undefined])
})
