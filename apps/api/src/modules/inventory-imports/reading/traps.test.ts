import { expect, test } from 'vitest'
import { findDialect, proposeDialect } from '../dialects/dialect.ts'
import { UnreadableFile } from './decode-text.ts'
import type { ReadRow } from './inventory-row.ts'
import { formatOfDialect, readInventory } from './read-inventory.ts'
import type { RowFormat } from './row-format.ts'

async function* chunksOf(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const gametime =
  'Edit,Event,Venue,EventDate,EventTime,Quantity,Section,Row,SeatFrom,SeatThru,Notes,Cost,TicketID,edelivery_ind,InHandDate,Instant,Splittype,Splitvalue,FaceValue,Stock,Discount,ZonePrice'

const normal = {
  Edit: 'Y',
  Event: 'Home FC v Away FC',
  Venue: 'Example Stadium',
  EventDate: '3/7/2027',
  EventTime: '3:00:00 PM',
  Quantity: '4',
  Section: '112',
  Row: 'K',
  Cost: '45.50',
  TicketID: 'g-1',
  Stock: 'mobile_transfer',
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A Gametime file whose rows differ from a normal one in these cells. */
function gametimeFile(...rows: Record<string, string>[]): string {
  const lines = rows.map((own) => {
    const cells: Record<string, string> = { ...normal, ...own }
    return gametime
      .split(',')
      .map((name) => quoted(cells[name] ?? ''))
      .join(',')
  })
  return [gametime, ...lines].join('\n') + '\n'
}

async function read(
  content: string | Uint8Array,
  { dialect: name = 'gametime', ...own }: Partial<RowFormat> & { dialect?: string } = {},
): Promise<ReadRow[]> {
  const dialect = findDialect(name)
  if (!dialect) throw new Error(`no dialect ${name}`)
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const { rows } = await readInventory(chunksOf(bytes), { format: formatOfDialect(dialect, own) })
  return Array.fromAsync(rows)
}

async function readOne(cells: Record<string, string>, own: Partial<RowFormat> = {}) {
  const [row] = await read(gametimeFile(cells), own)
  if (!row) throw new Error('no row was read')
  return row
}

async function rowOf(cells: Record<string, string>, own: Partial<RowFormat> = {}) {
  const read = await readOne(cells, own)
  if (!('row' in read)) throw new Error(JSON.stringify(read.problems))
  return { ...read.row, warnings: read.warnings.map(({ code }) => code) }
}

async function problemsOf(cells: Record<string, string>, own: Partial<RowFormat> = {}) {
  const read = await readOne(cells, own)
  return 'problems' in read ? read.problems.map(({ column, code }) => `${column}: ${code}`) : []
}

test('reads dates of two forms in one row', async () => {
  expect(await rowOf({ EventDate: '3/7/2027', InHandDate: '2027-03-01' })).toMatchObject({
    event: { day: '2027-03-07', time: '15:00' },
    inHand: '2027-03-01',
  })
  expect(await rowOf({ EventDate: '3/7/2027' }, { dateOrder: 'dmy' })).toMatchObject({
    event: { day: '2027-07-03' },
  })
  expect(await problemsOf({ EventDate: '13/14/2027' })).toEqual(['EventDate: date'])
})

test.each(['3:00:00 AM', '3:30am', 'tba', 'TBD', ''])(
  'reads the time "%s" as to be announced',
  async (time) => {
    expect((await rowOf({ EventTime: time })).event.time).toBeNull()
  },
)

test('reads 3 AM as a time where the dialect does not use it for TBA', async () => {
  expect((await rowOf({ EventTime: '3:00 AM' }, { unknownTimes: [] })).event.time).toBe('03:00')
  expect((await rowOf({ EventTime: '1900-01-01 15:00:00' })).event.time).toBe('15:00')
})

test('reads seats 1 to 7 with quantity 4 as every other seat', async () => {
  expect(await rowOf({ SeatFrom: '1', SeatThru: '7' })).toMatchObject({
    firstSeat: 1,
    lastSeat: 7,
    seatStep: 2,
    quantity: 4,
  })
  expect(await rowOf({ SeatFrom: '101', SeatThru: '104' })).toMatchObject({ firstSeat: 101, seatStep: 1 })
  expect(await problemsOf({ SeatFrom: '2', SeatThru: '9' })).toEqual(['SeatFrom: quantity_seats'])
})

test('rejects more seats than a row of a venue has, before anything goes through them', async () => {
  expect(await problemsOf({ SeatFrom: '1', SeatThru: '999999' })).toEqual(['SeatFrom: seat_number'])
  expect(await problemsOf({ SeatFrom: '1', SeatThru: '1001', Quantity: '1001' })).toEqual([
    'SeatFrom: seat_number',
  ])
})

test('reads cells of thousands of characters without searching them again and again', async () => {
  const separators = `view${','.repeat(200_000)}x`
  const { notes } = await rowOf({ Notes: separators })
  expect(notes).toMatchObject([{ text: 'view' }])
  expect(await problemsOf({ EventDate: 'T'.repeat(200_000) })).toEqual(['EventDate: date'])
})

test.each([
  ['*', '*'],
  ['N/A', ''],
  ['GA', 'GA'],
])('reads the seats "%s" and "%s" as unknown', async (SeatFrom, SeatThru) => {
  expect(await rowOf({ SeatFrom, SeatThru })).toMatchObject({ firstSeat: null, lastSeat: null })
})

test('reads the row GA as general admission', async () => {
  expect(await rowOf({ Row: 'GA', SeatFrom: '1', SeatThru: '4' })).toMatchObject({
    generalAdmission: true,
    row: '',
    firstSeat: null,
  })
})

test('rejects seats that a spreadsheet turned into one number', async () => {
  const header = findDialect('automatiq-sync')?.header.join(',') ?? ''
  const line = (seats: string) =>
    `a-1,Band,Arena,2027-03-07T20:00:00,881,3,104,F,${seats},,,,,95.00,,,60.00,N,N,,N,N,ANY,,MOBILE_TRANSFER,N,,,`
  const rows = await read([header, line('"14,15,16"'), line('141516'), line('1.01102E+23')].join('\r\n'), {
    dialect: 'automatiq-sync',
  })
  expect(rows[0]).toMatchObject({ row: { firstSeat: 14, lastSeat: 16 } })
  for (const row of rows.slice(1)) expect(row).toMatchObject({ problems: [{ code: 'seats_mangled' }] })
})

test('reads money by the profile, never by its looks', async () => {
  expect((await rowOf({ Cost: '$1,600.00' })).priceMinor).toBe(160_000)
  expect((await rowOf({ Cost: '1 600,00' }, { decimal: 'comma' })).priceMinor).toBe(160_000)
  expect(await problemsOf({ Cost: '1 600,00' })).toEqual(['Cost: price'])
  expect(await problemsOf({ Cost: '€45.50' })).toEqual(['Cost: price'])
  expect(await problemsOf({ Cost: '0.00' })).toEqual(['Cost: price_zero'])
  expect(await problemsOf({ Cost: '' })).toEqual(['Cost: price_missing'])
  expect((await rowOf({ Cost: '5175' })).priceMinor).toBe(517_500)
  const columns = {
    ...findDialect('gametime')?.columns,
    Cost: { field: 'price', unit: 'ask_per_ticket', scale: 'minor' },
  } as const
  expect((await rowOf({ Cost: '5175' }, { columns })).priceMinor).toBe(5175)
  expect(await problemsOf({ Cost: '51.75' }, { columns })).toEqual(['Cost: price'])
})

test('a currency column says the currency of its row', async () => {
  const columns = { ...findDialect('gametime')?.columns, ZonePrice: { field: 'currency' } } as const
  expect(await rowOf({ ZonePrice: 'eur', Cost: '€45.50' }, { columns })).toMatchObject({
    currency: 'EUR',
    priceMinor: 4550,
  })
  expect(await problemsOf({ ZonePrice: 'JPY' }, { columns })).toEqual(['ZonePrice: currency'])
})

test('keeps what the seller paid apart from the price', async () => {
  const header = findDialect('tdpos')?.header.join(',') ?? ''
  const [row] = await read(`${header}\n2,104,12,1,2,$218.00,"$1,600.00"\n`, { dialect: 'tdpos', eventId: 7 })
  expect(row).toMatchObject({ row: { priceMinor: 160_000, costMinor: 21_800, event: { id: 7 } } })
})

test('reads a split list by the rule with the same quantities', async () => {
  expect(await rowOf({ Splittype: 'CUSTOM', Splitvalue: '2:4' })).toMatchObject({
    split: { splitType: 'Sell In Multiples', unit: 2 },
    warnings: [],
  })
  expect(await rowOf({ Splittype: 'CUSTOM', Splitvalue: '1:2:4' })).toMatchObject({
    split: { splitType: 'Avoid Leaving One Ticket', list: null },
    warnings: [],
  })
  expect(await rowOf({ Splittype: 'CUSTOM', Splitvalue: '4' })).toMatchObject({
    split: { splitType: 'All Together' },
  })
  expect(await problemsOf({ Splittype: 'SOMETIMES' })).toEqual(['Splittype: split'])
})

test('warns of a split list that does not end at the full quantity', async () => {
  expect(await rowOf({ Quantity: '5', Splittype: 'CUSTOM', Splitvalue: '2:3' })).toMatchObject({
    split: { splitType: 'No Preferences', list: [2, 3, 5] },
    warnings: ['split_incomplete'],
  })
})

test.each([
  ['NOSPLIT', 'All Together'],
  ['ANYSPLIT', 'No Preferences'],
  ['NOSINGLES', 'Avoid Leaving One Ticket'],
  ['CUSTOM:2,4', 'Sell In Multiples'],
])('reads %s in notes as a split rule', async (word, splitType) => {
  expect(await rowOf({ Notes: `Aisle, ${word}` })).toMatchObject({
    split: { splitType },
    notes: [{ kind: 'benefit', text: 'Aisle' }],
  })
})

test('the delivery column wins over notes that contradict it', async () => {
  expect(await rowOf({ Stock: 'hard', Notes: 'XFER' })).toMatchObject({
    delivery: 'paper',
    notes: [],
    warnings: ['delivery_contradicts'],
  })
  expect(await rowOf({ Stock: '', Notes: 'xfer' })).toMatchObject({ delivery: 'mobile', warnings: [] })
})

test('rejects parking that is sold as a section', async () => {
  expect(await problemsOf({ Section: 'PARKING LOT A' })).toEqual(['Section: parking'])
})

test('a formula in notes is text, and barcodes never show in notes', async () => {
  const { notes } = await rowOf({ Notes: '=HYPERLINK(0);+barcode[AAA|BBB] Side view' })
  expect(notes).toEqual([
    { kind: 'information', text: '=HYPERLINK(0)' },
    { kind: 'restriction', text: 'Side view' },
  ])
})

test('an invalid row still says which listing it names, and everything that is wrong with it', async () => {
  const row = await readOne({ Quantity: '0', Cost: 'free', EventDate: 'soon' })
  expect(row).toMatchObject({ line: 2, externalId: 'g-1' })
  expect('problems' in row && row.problems.map(({ column }) => column)).toEqual([
    'Quantity',
    'EventDate',
    'Cost',
  ])
})

test.each([
  ['a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['CRLF', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
  ['tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
])('reads a file with %s', async (_what, encode) => {
  const rows = await read(encode(gametimeFile({ Event: 'Málaga v Köln' }, { TicketID: 'g-2' })))
  expect(rows).toMatchObject([
    { line: 2, row: { externalId: 'g-1', event: { name: 'Málaga v Köln' } } },
    { line: 3, row: { externalId: 'g-2' } },
  ])
})

test('counts lines by where a row starts', async () => {
  const rows = await read(gametimeFile({ Notes: 'one\ntwo' }, { TicketID: 'g-2' }))
  expect(rows.map(({ line }) => line)).toEqual([2, 4])
})

test.each([
  ['a spreadsheet', Buffer.from('PK\u0003\u0004 and more'), 'spreadsheet'],
  ['an empty file', Buffer.from(''), 'empty'],
  ['Windows-1252', Buffer.from(gametimeFile({ Event: 'Málaga' }), 'latin1'), 'encoding'],
  ['an open quote', Buffer.from(`${gametimeFile({})}y,"Home`), 'damaged'],
  ['a last line that is cut off', Buffer.from(gametimeFile({}).slice(0, -40)), 'cut'],
  ['no price', Buffer.from('TicketID,Event,EventDate,Section,Quantity\n'), 'columns'],
])('refuses a file that is %s', async (_what, bytes, code) => {
  const error: unknown = await read(bytes).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnreadableFile)
  expect(error).toMatchObject({ code })
})

test('a header alone is a file without rows', async () => {
  expect(await read(`${gametime}\n`)).toEqual([])
})

test('reads Windows-1252 when the profile says so', async () => {
  const dialect = findDialect('gametime')
  if (!dialect) throw new Error('no dialect')
  const bytes = Buffer.from(gametimeFile({ Event: 'Málaga' }), 'latin1')
  const { rows } = await readInventory(chunksOf(bytes), {
    encoding: 'windows-1252',
    format: formatOfDialect(dialect),
  })
  expect(await Array.fromAsync(rows)).toMatchObject([{ row: { event: { name: 'Málaga' } } }])
})

test('proposes the dialect that explains most of a header', () => {
  expect(proposeDialect(gametime.split(','))?.name).toBe('gametime')
  expect(proposeDialect(['quantity', 'SECTION', 'row', 'unit_list_price'])?.name).toBe('stubhub-simple')
  expect(proposeDialect(['Date', 'Price'])).toBeUndefined()
})
