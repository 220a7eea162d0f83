import { expect, test } from 'vitest'
import { withResponse, withPress, type OptimisticMarks } from './optimistic-marks.ts'

const isTracked = (marks: OptimisticMarks) => marks['lst_1']?.isTracked

test('a failed press reverts to the last confirmed state', () => {
  const tracked = withResponse(withPress({}, 'lst_1', true), 'lst_1', true)
  const failed = withResponse(withPress(tracked, 'lst_1', false), 'lst_1', undefined)
  expect(isTracked(failed)).toBe(true)
  expect(withResponse(withPress({}, 'lst_1', true), 'lst_1', undefined)).toEqual({})
})

test('a failed press does not undo a later one', () => {
  const both = withPress(withPress({}, 'lst_1', true), 'lst_1', false)
  const first = withResponse(both, 'lst_1', undefined)
  expect(isTracked(first)).toBe(false)
  expect(isTracked(withResponse(first, 'lst_1', false))).toBe(false)
})

test('listings are independent of each other', () => {
  const marks = withResponse(withPress(withPress({}, 'lst_1', true), 'lst_2', true), 'lst_2', undefined)
  expect(isTracked(marks)).toBe(true)
})
