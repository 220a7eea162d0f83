import { expect, test } from 'vitest'
import { splitFilters, type TableFilter } from './table-filter.ts'

const filter = (id: string, width?: number): TableFilter => ({
  id,
  title: id,
  isSet: false,
  control: null,
  ...(width !== undefined && { width }),
})
const filters = [filter('status', 176), filter('deadline', 156), filter('client'), filter('date', 300)]
const idsAt = (width: number) => {
  const { inLine, more } = splitFilters(filters, width)
  return [inLine, more].map((list) => list.map(({ id }) => id))
}

test('filters that do not fit into one line are in "More filters", the first ones stay', () => {
  expect(idsAt(1300)).toEqual([['status', 'deadline', 'date'], ['client']])
  expect(idsAt(760)).toEqual([
    ['status', 'deadline'],
    ['client', 'date'],
  ])
  expect(idsAt(600)).toEqual([['status'], ['deadline', 'client', 'date']])
})

test('a list of cards has every filter in "More filters"', () => {
  expect(idsAt(326)).toEqual([[], ['status', 'deadline', 'client', 'date']])
})

test('without a known width, every filter of the line is shown', () => {
  expect(idsAt(0)).toEqual([['status', 'deadline', 'date'], ['client']])
})
