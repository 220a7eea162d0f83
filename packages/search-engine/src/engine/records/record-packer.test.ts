import { expect, test } from 'vitest'
import { createRecordPacker } from './record-packer.ts'

const venue = { id: 3, name: 'Emirates Stadium', city: 'London' }
const record = {
  objectID: '1',
  title: 'Arsenal v Chelsea',
  venue,
  performers: [
    { id: 21, role: 'home' },
    { id: 8, role: 'away' },
  ],
  sides: ['Arsenal home', 'Chelsea away'],
  exchanges: [],
  nested: [[1, [2]], null],
  closed: null,
  isOpen: false,
}

test('a record is the same after packing, whatever its values are', () => {
  const { pack, unpack } = createRecordPacker()
  for (const each of [record, { objectID: '2' }, { objectID: '3', title: null, 'a.b': { c: [] } }]) {
    expect(unpack(pack(each))).toEqual(each)
    expect(pack(each)).toBe(pack(structuredClone(each)))
  }
  expect(Object.keys(unpack(pack(record)))).toEqual(Object.keys(record))
})

test('what records share takes little space in each of them', () => {
  const { pack } = createRecordPacker()
  pack(record)
  expect(pack({ ...record, objectID: '2' }).length).toBeLessThan(JSON.stringify(record).length / 2)
})

test('a nested value that has changed is stored as it is now', () => {
  const { pack, unpack } = createRecordPacker()
  const place = { id: 1, city: 'Bern' }
  const frozen = Object.freeze({ inner: { city: 'Bern' } })
  for (const city of ['Bern', 'Basel']) {
    place.city = city
    frozen.inner.city = city
    const each = { objectID: '1', place, frozen }
    expect(unpack(pack(each))).toEqual(each)
  }
})
