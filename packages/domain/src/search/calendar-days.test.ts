import { expect, test } from 'vitest'
import { monthRange } from './calendar-days.ts'

test.each([
  [2027, 2, '2027-02-28'],
  [2028, 2, '2028-02-29'],
  [2027, 4, '2027-04-30'],
  [2027, 12, '2027-12-31'],
])('month %i-%i ends on %s', (year, month, end) => {
  expect(monthRange(year, month)).toEqual({ start: end.replace(/\d\d$/, '01'), end })
})
