import { csvText } from '@terrace/domain/text/csv-text'
import { expect, test } from 'vitest'
import { readDelimited, readDelimitedHeader } from './delimited.ts'
import { RefusedFileError } from './refused-file.ts'
import { sourceFileOf, type SourceFile } from './source-file.ts'

async function read(content: string | Uint8Array) {
  const rows = []
  for await (const row of readDelimited(sourceFileOf('t.csv', content))) rows.push(row)
  return rows
}

const refusal = async (content: string | Uint8Array) => {
  const error = await read(content).catch((thrown: unknown) => thrown)
  return error instanceof RefusedFileError ? [error.line, error.message] : error
}

test.each([
  ['commas and LF', 'home,away\nArsenal,Chelsea\n'],
  ['semicolons and CRLF', 'home;away\r\nArsenal;Chelsea\r\n'],
  ['tabs and CR', 'home\taway\rArsenal\tChelsea\r'],
  ['a separator stated above the header', 'sep=;\r\nhome;away\r\nArsenal;Chelsea\r\n'],
  ['a byte order mark and no line break at the end', '\uFEFFhome,away\nArsenal,Chelsea'],
  ['blank lines and spaces', '\n home , away \n\n Arsenal , Chelsea \n\n'],
])('a table with %s is read', async (_, content) => {
  expect(await read(content)).toEqual([
    { line: expect.any(Number), record: { home: 'Arsenal', away: 'Chelsea' } },
  ])
})

test('UTF-16 is read with either byte order', async () => {
  const little = Buffer.from('\uFEFFname\nKöln', 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const content of [little, big])
    expect(await read(content)).toEqual([{ line: 2, record: { name: 'Köln' } }])
})

test('a cell may contain line breaks of any kind, and later lines keep their numbers', async () => {
  expect(await read('a,b\r\n"one\r\ntwo",1\r\nthree,2\r\n')).toEqual([
    { line: 2, record: { a: 'one\ntwo', b: '1' } },
    { line: 4, record: { a: 'three', b: '2' } },
  ])
})

test('line breaks and characters that are split between two parts of a file are read', async () => {
  const bytes = Buffer.from('a;b\r\nKöln;"x\r\ny"\r\nÅrhus;2\r\n')
  const file: SourceFile = {
    name: 't.csv',
    async *open() {
      for (let at = 0; at < bytes.length; at += 1) yield bytes.subarray(at, at + 1)
    },
  }
  const rows = []
  for await (const row of readDelimited(file)) rows.push(row)
  expect(rows).toEqual([
    { line: 2, record: { a: 'Köln', b: 'x\ny' } },
    { line: 4, record: { a: 'Århus', b: '2' } },
  ])
})

test('a row of the wrong length is a bad row', async () => {
  expect(await read('a,b\n1\n1,2,3\n1,2\n')).toEqual([
    { line: 2, bad: '1 cells, but the header has 2' },
    { line: 3, bad: '3 cells, but the header has 2' },
    { line: 4, record: { a: '1', b: '2' } },
  ])
})

test('a short last line is refused, because the file is cut off', async () => {
  expect(await refusal('a,b,c\n1,2,3\n4,5')).toEqual([
    3,
    '2 cells, but the header has 3: the file is cut off',
  ])
})

test('an unbalanced quote is refused with the line on which its row starts', async () => {
  const quote = 'a quote is unclosed or appears inside a cell'
  expect(await refusal('a,b\n1,2\n"3,4\n5,6\n')).toEqual([3, quote])
  expect(await refusal('a,b\n1,2\n3,4"5\n')).toEqual([3, quote])
  // Too much text for one row, although the file goes on.
  expect(await refusal(`a,b\n"1,2\n${'3,4\n'.repeat(600_000)}`)).toEqual([2, quote])
})

test.each([
  ['a column that appears twice', 'home,date,home\n', [1, 'the column home appears twice']],
  ['an empty file', ' \n', [1, 'the file is empty']],
  [
    'a compressed file',
    Buffer.from('1f8b08000000', 'hex'),
    [1, 'the file is compressed; decompress it first'],
  ],
  [
    'text in another encoding',
    Buffer.from('name\nArsenal\nKöln\n', 'latin1'),
    [1, 'from here on the file is not UTF-8 or UTF-16 text; save it as UTF-8'],
  ],
])('%s is refused', async (_, content, expected) => {
  expect(await refusal(content)).toEqual(expected)
})

test('the header can be read alone', async () => {
  expect(await readDelimitedHeader(sourceFileOf('t.csv', 'Datum;Heim;Gast\n1;2;3\n'))).toEqual([
    'Datum',
    'Heim',
    'Gast',
  ])
})

test('cells that our export neutralised read back as they were', async () => {
  const names = ['=SUM Arena', '+44 Club', "'@Home", "'s-Hertogenbosch", '-12.5']
  const rows = await read(csvText([['name'], ...names.map((name) => [name])]))
  expect(rows).toEqual(names.map((name, at) => ({ line: at + 2, record: { name } })))
})
