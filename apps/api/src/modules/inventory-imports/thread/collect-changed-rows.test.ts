import { seededRandom, randomInteger, randomItem } from '@terrace/domain/text/short-hash'
import { expect, test } from 'vitest'
import type { ParsedImportRow } from '../imports/import-rows.repo.ts'
import { IrregularRecords } from '../reading/scan-records.ts'
import type { RowFormat } from '../reading/row-format.ts'
import { collectChangedRows } from './collect-changed-rows.ts'
import { collectRows } from './collect-rows.ts'
import { bytesInMemory } from './file-bytes.ts'
import type { TableSettings } from './open-table.ts'

const table: TableSettings = { encoding: 'auto', delimiter: null, sheet: null, decimal: 'point' }
const format: RowFormat = {
  columns: {
    id: { field: 'external_id' },
    event: { field: 'event_id' },
    section: { field: 'section' },
    quantity: { field: 'quantity' },
    price: { field: 'price', unit: 'ask_per_ticket' },
    notes: { field: 'public_notes' },
  },
  currency: 'GBP',
  decimal: 'point',
  dateOrder: 'ymd',
  unknownTimes: [],
  splitWords: {},
  deliveryWords: {},
  isPatch: false,
  isIdentifiedBySeats: false,
  eventId: null,
}
const header = 'id,event,section,quantity,price,notes'
const none = new Uint8Array()
const reading = { format, table, barcodeKey: '00' }

async function readAll(bytes: Uint8Array) {
  const rows: ParsedImportRow[] = []
  const result = await collectRows(bytesInMemory(bytes), reading, async (batch) => void rows.push(...batch))
  return { rows, ...result }
}

async function readChanged(bytes: Uint8Array, digests = none, context = 'one') {
  const rows: ParsedImportRow[] = []
  const task = { ...reading, context, digests }
  const result = await collectChangedRows(
    bytesInMemory(bytes),
    task,
    async (batch) => void rows.push(...batch),
  )
  return { rows, ...result }
}

const bytesOf = (text: string) => Buffer.from(text)
const digestsOf = (rows: readonly ParsedImportRow[]) =>
  Buffer.from(rows.map(({ digest }) => digest ?? '').join(''), 'hex')
const withoutDigest = (rows: readonly ParsedImportRow[]) => rows.map((row) => ({ ...row, digest: null }))
const line = (at: number, notes = '') => `id-${at},7,${at},2,${50 + at}.00,${notes}`
const file = (count: number) => [header, ...Array.from({ length: count }, (_, at) => line(at))].join('\n')

test('rows are read as all rows are, whatever the line breaks, quotes and empty lines', async () => {
  const random = seededRandom('table')
  for (let round = 0; round < 150; round += 1) {
    const lineBreak = randomItem(random, ['\n', '\r\n'])
    const lines = Array.from({ length: randomInteger(random, 0, 30) }, (_, at) =>
      randomItem(random, [
        line(at),
        line(at, '"two\nlines"'),
        line(at, '"a ""quoted"" word, and more"'),
        line(at, 'café'),
        `id-${at},short`,
        '',
        ',,,,,',
        ' ',
        line(at, '"two\r\nlines"'),
      ]),
    )
    const text = [header, ...lines].join(lineBreak) + (round % 3 === 0 ? lineBreak : '')
    const bytes = bytesOf(round % 5 === 0 ? `\uFEFF${text}` : text)
    const all = await readAll(bytes).catch((error: unknown) => String(error))
    const changed = await readChanged(bytes).catch((error: unknown) => {
      // All rows are read then.
      expect(error).toBeInstanceOf(IrregularRecords)
    })
    if (!changed) continue
    if (typeof all === 'string') throw new Error(`read in spite of: ${all}`)
    expect(withoutDigest(changed.rows), JSON.stringify(text)).toEqual(all.rows)
    expect(changed).toMatchObject({ rowsRead: all.rowsRead, events: all.events, kept: 0 })
  }
})

test('settled rows are counted, others keep their line and position, and three rows with a price are always read', async () => {
  const first = await readChanged(bytesOf(file(3000)))
  const settled = digestsOf(first.rows)
  const lines = file(3000).split('\n')
  lines.splice(1500, 1)
  lines.splice(2000, 0, line(9000, '"two\nlines"'), '')
  lines[2500] = lines[2500]?.replace('2,', '3,') ?? ''
  const bytes = bytesOf(lines.join('\r\n'))
  const { rows, kept, rowsRead, missing } = await readChanged(bytes, settled)
  expect(rows.map(({ external_id }) => external_id)).toEqual(['id-0', 'id-1', 'id-2', 'id-9000', 'id-2498'])
  expect({ kept, rowsRead, missing: missing.length }).toEqual({ kept: 2995, rowsRead: 3000, missing: 5 })
  const all = await readAll(bytes)
  const positions = new Set(rows.map(({ position }) => position))
  expect(withoutDigest(rows)).toEqual(all.rows.filter(({ position }) => positions.has(position)))
})

test('settled rows that are in the file twice are named', async () => {
  const { rows } = await readChanged(bytesOf(file(10)))
  const { repeated } = await readChanged(bytesOf(`${file(10)}\n${line(5)}`), digestsOf(rows))
  expect(repeated).toEqual([5])
})

test('a row that would be settled for two listings is read', async () => {
  const { rows } = await readChanged(bytesOf(file(10)))
  const { kept, missing } = await readChanged(bytesOf(file(10)), digestsOf([...rows, ...rows.slice(5, 6)]))
  expect(kept).toBe(6)
  expect(missing).toEqual([0, 1, 2, 5, 10])
})

test('another header or another meaning of rows settles none', async () => {
  const settled = digestsOf((await readChanged(bytesOf(file(10)))).rows)
  expect((await readChanged(bytesOf(file(10)), settled)).kept).toBe(7)
  expect((await readChanged(bytesOf(file(10)), settled, 'two')).kept).toBe(0)
  expect((await readChanged(bytesOf(file(10).replace('notes', 'Notes')), settled)).kept).toBe(0)
})

test('a table that cannot be compared row by row is left to the reader of all rows', async () => {
  const settled = digestsOf((await readChanged(bytesOf(file(10)))).rows)
  const files: Record<string, Uint8Array> = {
    'line breaks of old systems': bytesOf(file(10).replaceAll('\n', '\r')),
    'an open quote': bytesOf(`${file(10)}\nid-x,"7,1,2,3.00,`),
    'a quote within a cell': bytesOf(`${file(10)}\nid-x,7 "v" 8,1,2,3.00,`),
    'cut off': bytesOf(`${file(10)}\nid-x,7`),
    'UTF-16': Buffer.from(`\uFEFF${file(10)}`, 'utf16le'),
    'no text': Buffer.concat([bytesOf(`${file(10)}\n`), Buffer.from([0x80, 0x81]), bytesOf(',a,b,1,2,3')]),
    'an empty first line': bytesOf(`\n${file(10)}`),
  }
  for (const [name, bytes] of Object.entries(files))
    await expect(readChanged(bytes, settled), name).rejects.toThrow(IrregularRecords)
})
