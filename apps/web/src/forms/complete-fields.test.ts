import { expect, test } from 'vitest'
import { completeFields } from './complete-fields.ts'

test("[FORM-01] undefined, null and '' are incomplete; zero and false are complete", () => {
  const values = { none: undefined, nothing: null, empty: '', zero: 0, no: false, text: 'a' }
  expect(completeFields(values)).toEqual(['zero', 'no', 'text'])
})

test('[FORM-01] an excluded field never counts', () => {
  expect(completeFields({ name: 'Jane', agreed: true }, { excluded: ['agreed'] })).toEqual(['name'])
})

test('[FORM-02] a list counts from its minimum length', () => {
  const values = { none: [], one: [1], two: [1, 2] }
  expect(completeFields(values)).toEqual(['one', 'two'])
  expect(completeFields(values, { minimum: { one: 2, two: 2 } })).toEqual(['two'])
  expect(completeFields(values, { minimum: { none: 0 } })).toEqual(['none', 'one', 'two'])
})
