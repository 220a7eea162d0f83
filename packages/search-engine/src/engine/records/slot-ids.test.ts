import { array, assert, boolean, constantFrom, integer, oneof, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { createSlotIds } from './slot-ids.ts'

const ids = oneof(
  integer({ min: 0, max: 300 }).map(String),
  string({ unit: 'binary' }),
  constantFrom('\ud800', '\ud801'),
)

test('an id has the slot it was given last, until it is deleted', () => {
  assert(
    property(array(record({ id: ids, isDeleted: boolean() }), { maxLength: 500 }), (changes) => {
      const slotIds = createSlotIds()
      const expected = new Map<string, number>()
      const all: string[] = []
      for (const { id, isDeleted } of changes) {
        if (isDeleted) {
          slotIds.delete(id)
          expected.delete(id)
        } else {
          slotIds.push(id)
          expected.set(id, all.push(id) - 1)
        }
      }
      for (const id of all) expect(slotIds.slotOf(id)).toBe(expected.get(id))
      expect(slotIds.size).toBe(expected.size)
      expect(all.map((_, slot) => slotIds.at(slot))).toEqual(all)
    }),
  )
})
