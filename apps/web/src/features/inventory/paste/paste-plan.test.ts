import { expect, test } from 'vitest'
import { wireInventoryRow } from '#web/test/inventory-factories.ts'
import { moneyText } from '#web/features/inventory/texts.ts'
import { planPaste, type PasteColumn } from './paste-plan.ts'

const section: PasteColumn = { title: 'Section', text: (row) => row.section }
const price: PasteColumn = { title: 'Price', field: 'price', text: (row) => moneyText(row.price) }
const floor: PasteColumn = { title: 'Floor', field: 'floor', text: (row) => moneyText(row.floor) }
const row = wireInventoryRow({ floor: { amount: '80.00', currency: 'GBP' } })

test('cells that equal the listing change nothing, others show both values', () => {
  const plan = planPaste(
    [
      ['Block 115', '£95.00'],
      ['Block 115', '112.5'],
    ],
    [row, row],
    [section, price],
  )
  expect(plan).toMatchObject({ unchanged: 1, problems: 0, leftOver: 0 })
  expect(plan.rows.map(({ change, cells }) => [change, cells])).toEqual([
    [{ price: '95.00' }, [{ title: 'Price', from: '112.50', to: '£95.00', problem: null }]],
  ])
})

test('a price below the floor, a wrong amount and a column that is fixed are problems', () => {
  const plan = planPaste(
    [
      ['Block 9', '79'],
      ['', 'cheap'],
    ],
    [row, row, row],
    [section, price],
  )
  expect(plan.rows.flatMap(({ cells }) => cells.map(({ problem }) => problem))).toEqual([
    'This column cannot be edited.',
    'Type at least your floor, £80.00.',
    'Type an amount such as 95.00.',
  ])
  expect(plan.rows.map(({ change }) => change)).toEqual([{}, {}])
})

test('a floor of the same line counts for its price, and lines below the list are left over', () => {
  const plan = planPaste(
    [
      ['70', '75'],
      ['1', '2'],
    ],
    [row],
    [floor, price],
  )
  expect(plan.leftOver).toBe(1)
  expect(plan.rows[0]?.change).toEqual({ floor: '70.00', price: '75.00' })
})
