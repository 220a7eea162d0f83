import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import type { WireInspectedFile } from '@terrace/contracts/inventory-profiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInventory, inventoryHeader, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { styles, workbook } from '#api/test/fixtures/inventory/workbook-fixture.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())

async function inspect(payload: string | Uint8Array, query = '', { token } = it.seller) {
  const response = await it.app.inject({
    method: 'POST',
    url: `/api/trade/inventory/profiles/inspect${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(payload),
  })
  return { status: response.statusCode, text: response.body, ...response.json<{ data: WireInspectedFile }>() }
}

const scorebig =
  'Event Name,Venue Name,Date,Time,Section,Row,Seat Start,Seat End,Quantity,Price,Ticket ID,Delivery Method,Delivery Cutoff Hours'

test('who may list but not price cannot change what decides the prices of later files', async () => {
  const lister = await it.addBuyer({
    role: 'seller',
    teamId: it.sellerTeamId,
    teamRole: 'member',
    permissions: ['view', 'list'],
  })
  const { id, name, settings } = it.profile
  const change = (changed: Partial<typeof settings>) =>
    lister.call(inventoryProfilesRoutes.change, {
      params: { profile_id: id },
      body: { name, version: 1, settings: { ...settings, ...changed } },
    })
  for (const changed of [
    { columns: { ...settings.columns, Price: { field: 'price', unit: 'ask_per_ticket', scale: 'minor' } } },
    { currency: 'EUR' },
    { wipe_guard: { rows: 100_000, percent: 100 } },
    { automatic: 'never' },
  ] satisfies Partial<typeof settings>[])
    expect((await change(changed)).error, JSON.stringify(changed)).toMatchObject({
      code: 'session.permission_missing',
      errors: { permission: 'price' },
    })
  expect((await change({ date_order: 'dmy' })).data.data).toMatchObject({ version: 2 })
})

test('a text file shows its columns and first ten rows, and the dialect that it probably is', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `Home,Park,3/7/2027,tba,112,A,,,2,8${at}.00,id${at},email,0`,
  )
  const { data } = await inspect([scorebig, ...rows].join('\n'))
  expect(data).toMatchObject({
    kind: 'text',
    encoding: 'utf-8',
    delimiter: ',',
    sheets: [],
    sheet: null,
    header: scorebig.split(','),
    dialect: 'scorebig',
    settings: { dialect: 'scorebig', mode: 'full_replace', date_order: 'mdy', encoding: 'auto' },
    unknown_columns: ['Delivery Cutoff Hours'],
  })
  expect(data.rows).toHaveLength(10)
  expect(data.rows[0]?.[9]).toBe('80.00')
})

test('the currency is the team’s own unless the documentation of the dialect fixes one', async () => {
  expect((await inspect(`${scorebig}\n`)).data).toMatchObject({
    currency_from: 'team',
    settings: { currency: 'GBP' },
  })
  const tevo = 'Event,Venue,EventDate,EventTime,Quantity,Section,Row,SeatFrom,SeatThru,Notes,Cost,TicketID'
  expect((await inspect(`${tevo}\n`)).data).toMatchObject({
    dialect: 'ticket-evolution',
    currency_from: 'dialect',
    settings: { currency: 'USD' },
  })
})

test('amounts with a symbol of another currency propose that currency', async () => {
  const tdpos = 'QTY,Section,Row,SeatFrom,SeatThru,Unit Cost,Unit List Price'
  const currency = async (text: string) => (await inspect(text)).data.settings.currency
  expect(await currency(`${tdpos}\n2,104,12,1,2,$218.00,"$1,600.00"\n`)).toBe('USD')
  expect(await currency(`${tdpos}\n2,104,12,1,2,£218.00,£600.00\n`)).toBe('GBP')
  expect(await currency(`${tdpos}\n2,104,12,1,2,$218.00,€600.00\n`)).toBe('GBP')
  expect(await currency(`${tdpos}\n2,104,12,1,2,TBC,POA\n2,104,13,1,2,XYZ 5,$600.00\n`)).toBe('USD')
})

test('a symbol of several currencies means the one that the dialect fixes, not the team’s', async () => {
  const canadian = await it.addBuyer({ role: 'seller', baseCurrency: 'CAD' })
  const file =
    'Event,Venue,EventDate,EventTime,Quantity,Section,Row,SeatFrom,SeatThru,Notes,Cost,TicketID\n' +
    'A v B,Ground,2027-03-07,15:00,2,104,12,1,2,,$122.00,7\n'
  const { data } = await inspect(file, '', canadian)
  expect(data).toMatchObject({ dialect: 'ticket-evolution', settings: { currency: 'USD' } })
})

test('semicolons, tabs, UTF-16 and Windows-1252 are recognised', async () => {
  const semicolons = `\uFEFF${inventoryHeader.replaceAll(',', ';')}\nA;B\n`
  expect((await inspect(semicolons)).data).toMatchObject({ delimiter: ';', encoding: 'utf-8' })
  const tabs = Buffer.from(`\uFEFF${inventoryHeader.replaceAll(',', '\t')}\nA\tB\n`, 'utf16le')
  expect((await inspect(tabs)).data).toMatchObject({
    delimiter: '\t',
    encoding: 'utf-16',
    rows: [['A', 'B']],
  })
  const old = Buffer.from(`${inventoryHeader}\nA,Café\n`, 'latin1')
  expect((await inspect(old)).data).toMatchObject({
    encoding: 'windows-1252',
    settings: { encoding: 'windows-1252' },
    rows: [['A', 'Café']],
  })
})

test('the first 256 kB of a longer file are enough, even when they end inside a character', async () => {
  const long = Buffer.from(`${inventoryHeader}\n${'é'.repeat(99)},B\n`.repeat(2000))
  const { data } = await inspect(long.subarray(0, 256 * 1024))
  expect(data).toMatchObject({ encoding: 'utf-8', header: inventoryHeader.split(',') })
  expect(data.rows).toHaveLength(10)
  expect((await inspect(long)).data.rows).toEqual(data.rows)
  const wide = Buffer.from(`\uFEFF${`${inventoryHeader}\n`.repeat(5000)}`, 'utf16le')
  expect((await inspect(wide.subarray(0, 256 * 1024))).data.encoding).toBe('utf-16')
})

test('a spreadsheet shows its sheets, and the one that is asked for', async () => {
  const bytes = workbook([
    { name: 'Cover', rows: [['Stock']] },
    {
      name: 'Stock',
      rows: [
        ['TicketID', 'EventDate'],
        ['A', { number: 46_453, style: styles.date }],
      ],
    },
    {
      name: 'May',
      rows: [
        ['TicketID', 'Price'],
        ['B', 12.5],
      ],
    },
  ])
  expect((await inspect(bytes)).data).toMatchObject({
    kind: 'spreadsheet',
    encoding: null,
    delimiter: null,
    sheets: ['Cover', 'Stock', 'May'],
    sheet: 'Stock',
    header: ['TicketID', 'EventDate'],
    rows: [['A', '2027-03-07']],
    settings: { sheet: null },
  })
  expect((await inspect(bytes, '?sheet=May')).data).toMatchObject({
    sheet: 'May',
    rows: [['B', '12.5']],
    settings: { sheet: 'May' },
  })
})

test('a file that cannot be inventory is refused with what to do instead, and nothing is stored', async () => {
  const cases = [
    ['', 'file: is empty'],
    [Buffer.from([0x1f, 0x8b, 8, 0, 0]), 'This file is compressed. Decompress it first'],
    [Buffer.from('PK\u0003\u0004 no archive'), 'This spreadsheet is damaged'],
    ['x'.repeat(300 * 1024), 'The first line is too long'],
  ] as const
  for (const [content, message] of cases) {
    const refused = await inspect(content)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(message)
  }
  expect(await it.db.selectFrom('unclaimed_files').selectAll().execute()).toEqual([])
})

test('an uploaded spreadsheet becomes listings as a text file does', async () => {
  const cells = inventoryHeader.split(',')
  const bytes = workbook([
    {
      name: 'Stock',
      rows: [
        cells,
        [
          'A',
          it.event.title,
          it.event.venue,
          it.event.day,
          null,
          2,
          '112',
          'K',
          7,
          8,
          'Aisle',
          85.5,
          'eTicket',
        ],
        [
          'B',
          it.event.title,
          it.event.venue,
          it.event.day,
          null,
          3,
          '112',
          'L',
          141_516,
          null,
          null,
          85,
          'eTicket',
        ],
      ],
    },
  ])
  const { shown } = await it.importFile(bytes)
  expect(shown).toMatchObject({ rows_read: 2, counts: { new: 2, written: 2 } })
  expect(await it.listings()).toMatchObject([
    { external_id: 'A', price_minor: 8550, first_seat: 7, last_seat: 8, quantity: 2 },
    { external_id: 'B', first_seat: 141_516 },
  ])
})

test('long cells and wide files are cut to what a person can look at', async () => {
  const long = await inspect(`a,b\n${`${'x'.repeat(20_000)},2\n`.repeat(12)}`)
  expect(long.data.rows.map((cells) => cells.map((cell) => cell.length))).toEqual(
    Array.from({ length: 10 }, () => [500, 1]),
  )
  const header = Array.from({ length: 1000 }, (_, at) => `column ${at}`)
  const wide = await inspect(`${header.join(',')}\n${header.map(() => 'x'.repeat(200)).join(',')}\n`)
  expect(wide.data.header).toEqual(header.slice(0, 400))
  expect(wide.data.rows).toEqual([Array(400).fill('x'.repeat(50))])
})
