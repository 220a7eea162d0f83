import { expect, test } from 'vitest'
import { fittingColumns, gridTemplate, type TableColumn } from './table-column.ts'
import { csvRows } from './save-csv.ts'
import { parseTableLayout, tableLayoutParams } from './table-layout.ts'

const column = (id: string, values: Partial<TableColumn<string>> = {}): TableColumn<string> => ({
  id,
  title: id.toUpperCase(),
  width: 100,
  cell: (item) => item,
  text: (item) => `${item} ${id}`,
  ...values,
})
const columns = [
  column('name'),
  column('city', { dropOrder: 2 }),
  column('views', { dropOrder: 1, sort: 'server' }),
  column('total', { sort: () => 0 }),
  column('placed', { isOptional: true }),
]
const idsOf = (shown: readonly TableColumn<string>[]) => shown.map(({ id }) => id)

test('a narrow table drops the least important columns first and keeps the others', () => {
  const fit = (width: number) => idsOf(fittingColumns(columns.slice(0, 4), width))
  expect(fit(1200)).toEqual(['name', 'city', 'views', 'total'])
  expect(fit(480)).toEqual(['name', 'city', 'total'])
  expect(fit(380)).toEqual(['name', 'total'])
  expect(fit(10)).toEqual(['name', 'total'])
})

test.each([
  [{}, null, []],
  [{ sort: 'total' }, { by: 'total', direction: 'asc' }, []],
  [{ sort: '-views', cols: 'city,placed' }, { by: 'views', direction: 'desc' }, ['city', 'placed']],
] as const)('the URL %j holds the sort and the changed columns', (params, sort, toggled) => {
  const layout = parseTableLayout(params, columns)
  expect(layout).toEqual({ sort, toggled: new Set(toggled) })
  expect(Object.fromEntries(Object.entries(tableLayoutParams(layout)).filter(([, value]) => value))).toEqual(
    params,
  )
})

test('unknown and unsortable columns in the URL are ignored', () => {
  const layout = parseTableLayout({ sort: '-city', cols: 'gone,,city' }, columns)
  expect(layout).toEqual({ sort: null, toggled: new Set(['city']) })
})

test('a CSV has the shown columns with a text, always with the first', () => {
  const layout = parseTableLayout({ cols: 'name,city,placed' }, columns)
  expect(
    csvRows([...columns, { id: 'trend', title: 'TREND', width: 10, cell: () => null }], layout, ['x']),
  ).toEqual([
    ['NAME', 'VIEWS', 'TOTAL', 'PLACED'],
    ['x name', 'x views', 'x total', 'x placed'],
  ])
})

test('a width that the user set shrinks to the smallest one when there is no room', () => {
  const widthOf = (id: string) => ({ name: 180, city: 60 })[id]
  expect(gridTemplate(columns.slice(0, 3), widthOf)).toBe(
    '28px var(--col-name, minmax(100px, 180px)) var(--col-city, minmax(60px, 60px)) var(--col-views, 100px)',
  )
})
