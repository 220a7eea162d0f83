import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { styles, workbook, type WorkbookCell } from '#api/test/fixtures/inventory/workbook-fixture.ts'
import { bytesInMemory } from '../thread/file-bytes.ts'
import { meaningOfFormat } from './number-format.ts'
import { openWorkbook, type SheetOptions } from './open-workbook.ts'

async function read(bytes: Uint8Array, options: SheetOptions = {}) {
  const { records, ...table } = await openWorkbook(bytesInMemory(bytes), options)
  return { ...table, rows: await Array.fromAsync(records) }
}

async function cellOf(
  cell: WorkbookCell,
  options: SheetOptions = {},
  date1904 = false,
): Promise<string | undefined> {
  const { rows } = await read(
    workbook(
      [
        {
          name: 'S',
          rows: [
            ['id', 'cell'],
            ['1', cell],
          ],
        },
      ],
      { date1904 },
    ),
    options,
  )
  return rows[0]?.cells[1]
}

test('dates and times of a sheet are read as its formats show them', async () => {
  const when = (number: number, style: number) => cellOf({ number, style })
  expect(await when(46_453, styles.date)).toBe('2027-03-07')
  expect(await when(46_453.8125, styles.dateTime)).toBe('2027-03-07 19:30:00')
  // The format shows no time.
  expect(await when(46_453.8125, styles.date)).toBe('2027-03-07')
  expect(await when(0.8125, styles.time)).toBe('19:30:00')
  // A time of the first day of the calendar, as programs that have no times write it.
  expect(await when(1.8125, styles.dateTime)).toBe('19:30:00')
  expect(await when(59, styles.date)).toBe('1900-02-28')
  expect(await when(61, styles.date)).toBe('1900-03-01')
  expect(await cellOf({ number: 44_991, style: styles.date }, {}, true)).toBe('2027-03-07')
})

test('numbers keep their value without exponents and binary noise', async () => {
  expect(await cellOf(141_516)).toBe('141516')
  expect(await cellOf({ xml: '<c><v>0.30000000000000004</v></c>' })).toBe('0.3')
  expect(await cellOf({ xml: '<c><v>1.2345678901E+15</v></c>' })).toBe('1234567890100000')
  expect(await cellOf({ number: 123, style: styles.zeros })).toBe('00123')
  expect(await cellOf({ number: 1600.5, style: styles.money })).toBe('1600.5')
  expect(await cellOf(1600.5, { decimal: 'comma' })).toBe('1600,5')
  expect(await cellOf({ xml: '<c t="b"><v>1</v></c>' })).toBe('TRUE')
})

test('a formula is the value that was stored with it, and is never run', async () => {
  expect(await cellOf({ xml: '<c><f>SUM(1,2)</f><v>3</v></c>' })).toBe('3')
  expect(await cellOf({ xml: '<c t="str"><f>HYPERLINK("x")</f><v>Row A</v></c>' })).toBe('Row A')
  expect(await cellOf({ xml: '<c><f>NOW()</f></c>' })).toBe('')
})

test('rich text, text in the cell and reading aids are read as people see them', async () => {
  const sharedStrings =
    '<sst><si><t>id</t></si><si><t>cell</t></si><si><t>1</t></si><si><r><t>Block </t></r><r><t>112</t></r><rPh><t>aid</t></rPh></si></sst>'
  const bytes = workbook(
    [
      {
        name: 'S',
        rows: [
          ['id', 'cell'],
          ['1', 'x'],
        ],
      },
    ],
    {
      extra: { 'xl/sharedStrings.xml': strToU8(sharedStrings) },
    },
  )
  expect((await read(bytes)).rows[0]?.cells).toEqual(['1', 'Block 112'])
  expect(await cellOf({ xml: '<c t="inlineStr"><is><t>Side &amp; view</t></is></c>' })).toBe('Side & view')
})

test('the first visible sheet with a header is read, or the one that the profile names', async () => {
  const bytes = workbook([
    {
      name: 'Old',
      rows: [
        ['id', 'row'],
        ['0', 'Z'],
      ],
      isHidden: true,
    },
    { name: 'Cover', rows: [['Stock of March']] },
    { name: 'Stock', rows: [[], ['id', 'row', null], [], ['1', 'A'], ['2']] },
    {
      name: 'More',
      rows: [
        ['id', 'row'],
        ['3', 'B'],
      ],
    },
  ])
  expect(await read(bytes)).toEqual({
    sheet: 'Stock',
    sheets: ['Cover', 'Stock', 'More'],
    header: ['id', 'row'],
    rows: [
      { line: 4, cells: ['1', 'A'] },
      { line: 5, cells: ['2', ''] },
    ],
  })
  expect((await read(bytes, { sheet: 'More' })).rows).toEqual([{ line: 2, cells: ['3', 'B'] }])
  await expect(read(bytes, { sheet: 'April' })).rejects.toThrow('Its sheets are: Cover, Stock, More')
})

test('an archive that would unpack to more than the limit is refused before it is unpacked', async () => {
  const bomb = workbook([{ name: 'S', rows: [['id', 'row']] }], {
    extra: { 'xl/media/image1.png': new Uint8Array(40 * 1024 * 1024) },
  })
  expect(bomb.length).toBeLessThan(100_000)
  await expect(read(bomb)).rejects.toMatchObject({ code: 'expands_too_much' })
})

test('an archive that understates its size, is no spreadsheet, or is damaged is refused', async () => {
  const bytes = Buffer.from(
    workbook([
      {
        name: 'S',
        rows: [
          ['id', 'row'],
          ['1', 'A'],
        ],
      },
    ]),
  )
  const lying = Buffer.from(bytes)
  const entry = lying.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  lying.writeUInt32LE(5, entry + 24)
  await expect(read(lying)).rejects.toMatchObject({ code: 'damaged' })
  await expect(read(zipSync({ 'stock.csv': strToU8('id,row\n') }))).rejects.toMatchObject({ code: 'archive' })
  await expect(read(bytes.subarray(0, bytes.length - 30))).rejects.toMatchObject({ code: 'damaged' })
  const bad = workbook([{ name: 'S', rows: [] }], {
    extra: { 'xl/workbook.xml': strToU8('<workbook><sheets>') },
  })
  await expect(read(bad)).rejects.toMatchObject({ code: 'damaged' })
})

test('documents that define entities of their own are refused', async () => {
  const doctype =
    '<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>'
  const bytes = workbook([{ name: 'S', rows: [['id', 'row']] }], {
    extra: { 'xl/sharedStrings.xml': strToU8(doctype) },
  })
  await expect(read(bytes)).rejects.toMatchObject({ code: 'damaged' })
})

test('a row or a sheet that is wider or longer than any table is refused', async () => {
  await expect(
    cellOf({ xml: `<c t="inlineStr"><is><t>${'x'.repeat(1_100_000)}</t></is></c>` }),
  ).rejects.toMatchObject({
    code: 'row_too_long',
  })
  const wide = workbook([{ name: 'S', rows: [] }], {
    extra: {
      'xl/worksheets/sheet1.xml': strToU8(
        '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>',
      ),
    },
  })
  await expect(read(wide)).rejects.toMatchObject({ code: 'columns' })
})

test('a row that is too long because of shared texts is refused', async () => {
  const text = 'x'.repeat(600_000)
  const shared = strToU8(`<sst><si><t>id</t></si><si><t>cell</t></si><si><t>${text}</t></si></sst>`)
  const row = '<row><c t="s"><v>2</v></c><c t="s"><v>2</v></c></row>'
  const header = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
  const bytes = workbook([{ name: 'S', rows: [] }], {
    extra: {
      'xl/sharedStrings.xml': shared,
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${header}${row}</sheetData></worksheet>`),
    },
  })
  await expect(read(bytes)).rejects.toMatchObject({ code: 'row_too_long' })
  const inline = `<c t="inlineStr"><is><t>${text}</t></is></c>`
  expect(await cellOf({ xml: inline })).toHaveLength(600_000)
})

test.for(['//[', '%E0%A4%A.xml'])('a workbook whose part is at %s is damaged', async (target) => {
  const bytes = workbook([{ name: 'S', rows: [['id', 'row']] }], {
    extra: {
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${target}"/></Relationships>`,
      ),
    },
  })
  await expect(read(bytes)).rejects.toMatchObject({ code: 'damaged' })
})

const withFormats = (formats: string, styleCount = 1) =>
  workbook(
    [
      {
        name: 'S',
        rows: [
          ['id', 'cell'],
          ['1', { number: 46_453, style: 0 }],
        ],
      },
    ],
    {
      extra: {
        'xl/styles.xml': strToU8(
          `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(styleCount)}</cellXfs></styleSheet>`,
        ),
      },
    },
  )
const format = (code: string) =>
  `<numFmt numFmtId="164" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`

test('number formats that no program writes are refused', async () => {
  const longest = `d${'"x"'.repeat(84)}"`
  expect(longest.length).toBeLessThanOrEqual(255)
  expect((await read(withFormats(format(longest), 2000))).rows[0]?.cells[1]).toBe('2027-03-07')
  for (const formats of [format('"['.repeat(15_000)), format('0').repeat(5001)])
    await expect(read(withFormats(formats, 2000))).rejects.toMatchObject({
      code: 'number_formats',
      message: expect.stringContaining('Save the sheet as CSV'),
    })
})

test.each([
  ['[Red]"day"0;yy', 'number'],
  ['[$-409]d-mmm', 'date'],
  ['[h]:mm', 'time'],
  [String.raw`\d0`, 'number'],
  ['_d* 0', 'number'],
  ['m/d"', 'date'],
  ['mm[', 'date'],
  ['m0', 'number'],
  ['General', 'number'],
  ['yyyy-mm-dd hh:mm', 'date_time'],
  // Reading it takes no longer than its length.
  ['"['.repeat(200_000), 'number'],
] as const)('the format %.20s shows a %s', (code, meaning) => {
  expect(meaningOfFormat(164, code)).toBe(meaning)
})
