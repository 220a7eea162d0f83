import { csvText } from '@terrace/domain/text/csv-text'
import { requiredFields } from '@terrace/domain/people/attendee-details'
import { expect, test } from 'vitest'
import { readPastedTable } from './pasted-table.ts'
import { ticketsFrom } from './pasted-values.ts'

const fields = requiredFields({ delivery: false, identification: true })
const today = '2031-02-01'

const fill = (text: string, current: Parameters<typeof ticketsFrom>[1]['current'] = [{}]) =>
  ticketsFrom(readPastedTable(text, fields), { current, today })

test('columns are recognized by their headings, in any order and wording', () => {
  const text = 'Surname\tForename\tD.O.B.\tShirt size\nLovelace\tAda\t10/12/1990\tM'
  const table = readPastedTable(text, fields)
  expect(table.columns.map(({ field }) => field)).toEqual(['last_name', 'first_name', 'date_of_birth', null])
  expect(fill(text)[0]?.details).toEqual({
    first_name: 'Ada',
    last_name: 'Lovelace',
    date_of_birth: '1990-12-10',
  })
})

test('without headings, columns are taken in the form’s order', () => {
  const [ticket] = fill('Ada\tLovelace\t10.12.1990\tUnited Kingdom\tNational ID\tX1234567')
  expect(ticket?.details).toEqual({
    first_name: 'Ada',
    last_name: 'Lovelace',
    date_of_birth: '1990-12-10',
    nationality: 'GB',
    document_type: 'national_id',
    document_number: 'X1234567',
  })
  expect(ticket?.cells.filter(({ problem }) => problem !== null)).toEqual([])
})

test('each invalid cell has its own error', () => {
  const [first, second] = fill('First name,Last name,Nationality\nAda,Lovelace,Atlantis\n,Hopper,US', [
    {},
    {},
  ])
  expect(first?.cells.map(({ problem }) => problem)).toEqual([null, null, 'Must be a country, such as GB'])
  expect(second?.cells.map(({ problem }) => problem)).toEqual(['First name is required', null, null])
})

test('empty cells keep what was entered, and rows beyond the tickets are not used', () => {
  const current = [{ first_name: 'Ada', document_number: 'X1234567' }]
  const tickets = fill('First name;Last name\n;Lovelace\nGrace;Hopper', current)
  expect(tickets.map(({ details }) => details)).toEqual([
    { first_name: 'Ada', last_name: 'Lovelace', document_number: 'X1234567' },
  ])
})

test('empty cells between tabs keep their columns', () => {
  expect(fill('First name\tLast name\tDate of birth\n\t\t10/12/1990')[0]?.details).toEqual({
    date_of_birth: '1990-12-10',
  })
})

test('quoted cells may contain line breaks and separators', () => {
  const rows = readPastedTable('First name\tLast name\n"Ada\tMaria"\t"Love\nlace"', fields).rows
  expect(rows).toEqual([['Ada\tMaria', 'Love\nlace']])
})

test.each(['', '  \n\t\n', '"unfinished', 'a"b\tc'])('text without a table is no error: %j', (text) => {
  expect(() => fill(text)).not.toThrow()
})

test('cells of our own CSV files read back as they were', () => {
  const text = csvText([
    ['First name', 'Last name', 'Document number'],
    ['-Ada', '=Lovelace', '+123 A'],
  ])
  expect(fill(text)[0]?.details).toEqual({
    first_name: '-Ada',
    last_name: '=Lovelace',
    document_number: '+123 A',
  })
})
