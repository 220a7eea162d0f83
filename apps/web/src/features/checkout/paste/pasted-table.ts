import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { readCsvCell } from '@terrace/domain/text/csv-text'
import { attendeeLabel, type AttendeeField } from '@terrace/domain/people/attendee-details'

/** A pasted table: which detail each column has, and the cells of each person. */
export interface PastedTable {
  /** `null`: a column that the tickets do not need. */
  columns: readonly { heading: string; field: AttendeeField | null }[]
  rows: readonly (readonly string[])[]
  /** Whether the first row named the columns; otherwise they are taken in the form's order. */
  hasHeader: boolean
}

/** More would freeze the page, and no purchase has as many tickets. */
const maxRows = 200

/** Other names of the columns. */
const otherNames: Readonly<Partial<Record<AttendeeField, readonly string[]>>> = {
  first_name: ['first', 'forename', 'given name', 'given names', 'vorname'],
  last_name: ['last', 'surname', 'family name', 'name', 'nachname'],
  date_of_birth: ['dob', 'birth date', 'birthday', 'born'],
  nationality: ['citizenship', 'country of citizenship'],
  document_type: ['id type', 'document', 'type of document'],
  document_number: ['passport', 'passport number', 'passport no', 'id number', 'id no', 'document no'],
  email: ['email', 'mail'],
  phone: ['phone', 'mobile', 'telephone', 'tel', 'mobile number', 'telephone number'],
  'address.line1': ['address line 1', 'address 1', 'street', 'street address'],
  'address.line2': ['address 2', 'apartment'],
  'address.city': ['city', 'town'],
  'address.postcode': ['post code', 'postal code', 'zip', 'zip code'],
  'address.country_code': ['country code', 'country of residence'],
}

/** Reads cells copied from a spreadsheet, or CSV. Returns no rows for text without any. */
export function readPastedTable(text: string, fields: readonly AttendeeField[]): PastedTable {
  const [first = [], ...others] = cellsOf(text)
  const named = first
    .map((cell) => fieldNamed(cell, fields))
    .map((field, at, all) =>
      // Two columns of one name: the first one counts.
      all.indexOf(field) === at ? field : null,
    )
  const cellCount = first.filter((cell) => cell !== '').length
  const hasHeader = cellCount > 0 && named.filter((field) => field !== null).length * 2 >= cellCount
  const rows = hasHeader ? others : cellCount === 0 ? [] : [first, ...others]
  if (hasHeader)
    return { columns: first.map((heading, at) => ({ heading, field: named[at] ?? null })), rows, hasHeader }
  const width = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, at) => {
    const field = fields[at] ?? null
    return { heading: field ? attendeeLabel(field) : `Column ${at + 1}`, field }
  })
  return { columns, rows, hasHeader }
}

/** Spreadsheets copy cells with tabs between them; files have semicolons or commas. */
function cellsOf(text: string): string[][] {
  const options = {
    delimiter: ['\t', ';'].find((candidate) => text.includes(candidate)) ?? ',',
    bom: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    relax_quotes: true,
    to: maxRows,
  }
  try {
    return trimmed(parse(text, options))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // A quotation mark that is not closed belongs to the text.
    return trimmed(parse(text, { ...options, quote: false }))
  }
}

// The parser's own trimming would swallow empty cells between tabs.
const trimmed = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) => row.map((cell) => readCsvCell(cell).trim()))

function fieldNamed(cell: string, fields: readonly AttendeeField[]): AttendeeField | null {
  const name = normalized(cell)
  return (
    fields.find((field) => name === normalized(attendeeLabel(field)) || name === normalized(field)) ??
    fields.find((field) => otherNames[field]?.some((other) => normalized(other) === name)) ??
    null
  )
}

/** Letters and digits in lower case: 'Date_of birth*' is 'dateofbirth'. */
function normalized(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
