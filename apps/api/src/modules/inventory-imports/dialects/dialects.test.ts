import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatOfDialect, readInventory } from '../reading/read-inventory.ts'
import { columnKey, dialects, proposeDialect, type Dialect } from './dialect.ts'

async function readFixture(dialect: Dialect) {
  const hasEvent = Object.values(dialect.columns).some(({ field }) => field === 'event_name')
  const file = createReadStream(join(import.meta.dirname, 'fixtures', `${dialect.name}.csv`))
  const { header, rows } = await readInventory(file, {
    format: formatOfDialect(dialect, hasEvent ? {} : { eventId: 7 }),
  })
  return { header, rows: await Array.fromAsync(rows) }
}

const withPrice = dialects.filter(({ name }) => name !== 'theatre-sheet')

test.each(withPrice)('reads the sample of $title', async (dialect) => {
  const { header, rows } = await readFixture(dialect)
  expect(proposeDialect(header)?.name).toBe(dialect.name)
  expect(rows.filter((row) => 'row' in row).length).toBeGreaterThan(0)
  expect(
    rows.map((row) =>
      'row' in row
        ? {
            id: row.externalId,
            ...summaryOf(row.row),
            ...(row.warnings.length > 0 && { warnings: row.warnings.map(({ code }) => code) }),
          }
        : { id: row.externalId, problems: row.problems.map(({ column, code }) => `${column}: ${code}`) },
    ),
  ).toMatchSnapshot()
})

function summaryOf(row: import('../reading/inventory-row.ts').InventoryRow) {
  const {
    event,
    section,
    firstSeat,
    lastSeat,
    seatStep,
    quantity,
    priceMinor,
    currency,
    split,
    delivery,
    inHand,
    notes,
  } = row
  return {
    event: [event.id, event.foreignId, event.name, event.venue, event.day, event.time]
      .filter(Boolean)
      .join(' · '),
    place: `${section} ${row.row}${row.generalAdmission ? 'GA' : ''} ${firstSeat ?? '*'}-${lastSeat ?? '*'}/${seatStep}`,
    offer: `${quantity} × ${priceMinor} ${currency} ${delivery ?? ''} ${inHand ?? ''}`,
    split: split && `${split.splitType} ${split.unit ?? ''}`.trim(),
    notes: notes?.map(({ kind, text }) => `${kind}: ${text}`),
  }
}

test('a theatre sheet without prices says which column it needs', async () => {
  const dialect = dialects.find(({ name }) => name === 'theatre-sheet')
  if (!dialect) throw new Error('no dialect')
  await expect(readFixture(dialect)).rejects.toThrow('The file has no column for price')
})

test.each(dialects)(
  '$title explains only columns that it has, and has one price',
  ({ header, optional, columns }) => {
    const names = new Set([...header, ...optional].map(columnKey))
    expect(Object.keys(columns).filter((name) => !names.has(columnKey(name)))).toEqual([])
    const meanings = Object.values(columns)
    expect(meanings.filter(({ field }) => field === 'price')).toHaveLength(1)
    for (const { field, unit } of meanings) {
      if (field === 'price') expect(['ask_per_ticket', 'proceeds_per_ticket']).toContain(unit)
      if (field === 'cost') expect(unit).toBe('cost_per_ticket')
    }
  },
)
