import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSampler, samplingKeyOf } from './trace-sampler.ts'

const dataKey = (id: number) => ({ id, key: Buffer.alloc(32, id) })
const key = samplingKeyOf([dataKey(1)])
const idsOf = (make: (index: number) => string) => Array.from({ length: 2000 }, (_, index) => make(index))
const recorded = (ids: string[], ratio: number) => ids.filter(createSampler({ ratio, key })).length

test.each([
  ['small ids', (index: number) => index.toString(16).padStart(32, '0')],
  ['ids that end in zeros', (index: number) => index.toString(16).padStart(8, '0').padEnd(32, '0')],
  ['random ids', () => randomBytes(16).toString('hex')],
])('a caller that chooses %s gets no more traces recorded than others', (_name, make) => {
  // About 200 of 2,000; further off than 100 is as good as impossible.
  expect(Math.abs(recorded(idsOf(make), 0.1) - 200)).toBeLessThan(100)
})

test('another key records other traces', () => {
  const ids = idsOf((index) => index.toString(16).padStart(32, '0'))
  const [one, other] = [dataKey(1), dataKey(2)].map((each) =>
    ids.filter(createSampler({ ratio: 0.1, key: samplingKeyOf([each]) })),
  )
  const both = one?.filter((id) => other?.includes(id)) ?? []
  // About 20 by chance.
  expect(both.length).toBeLessThan(60)
})

test('a ratio of 1 records every trace, one of 0 none', () => {
  const ids = idsOf((index) => index.toString(16).padStart(32, '0'))
  expect([recorded(ids, 1), recorded(ids, 0)]).toEqual([2000, 0])
  expect([1, 0].map((ratio) => createSampler({ ratio, key })(undefined))).toEqual([true, false])
})

test('processes with the same encryption keys decide alike, also while a new key is rolled out', () => {
  expect(samplingKeyOf([dataKey(2), dataKey(1)])).toEqual(key)
  expect(samplingKeyOf([dataKey(2)])).not.toEqual(key)
})

test('the key of the sample is not an encryption key, and without those each process has its own', () => {
  expect(key).not.toBe(dataKey(1).key.toString('hex'))
  expect(samplingKeyOf(undefined)).not.toEqual(samplingKeyOf(undefined))
})
