import { expect, test } from 'vitest'
import { missingParts, viewParams, viewSearch, type ViewParams } from './saved-views.ts'

/** A table with a text filter and the columns `total` and `city`. */
const filterKeys = ['q', 'status'] as const
type Params = ViewParams<(typeof filterKeys)[number]>
const normalize = ({ q, sort, cols }: Params): Params => ({
  q,
  sort: sort === '-total' ? sort : undefined,
  cols: cols?.split(',').includes('city') ? 'city' : undefined,
})

test('equal filters have equal texts, whatever their order', () => {
  expect(viewSearch(filterKeys, { sort: '-total', q: 'arsenal & co', status: '' })).toBe(
    'q=arsenal+%26+co&sort=-total',
  )
  expect(viewParams(filterKeys, 'q=arsenal+%26+co&sort=-total')).toEqual({
    q: 'arsenal & co',
    sort: '-total',
  })
})

test('a view ignores filters of other tables', () => {
  expect(viewParams(['q'], 'q=arsenal&status=Old')).toEqual({ q: 'arsenal' })
  expect(missingParts(['q'], 'q=arsenal&status=Old', ({ q }) => ({ q }))).toEqual(['filter “Old”'])
})

test('a view lists filters and columns that its table does not have', () => {
  expect(missingParts(filterKeys, 'q=arsenal&sort=-total&cols=city', normalize)).toEqual([])
  expect(
    missingParts(filterKeys, 'q=arsenal&sort=views&cols=city,margin&status=Old&broker=x', normalize),
  ).toEqual(['sort by “views”', 'column “margin”', 'filter “Old”', 'filter “x”'])
})
