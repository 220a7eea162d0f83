import { columnKey } from '../dialects/dialect.ts'
import { UnreadableFile } from './decode-text.ts'

/** One record of the file, which may have another number of cells than the header. */
export interface TableRecord {
  line: number
  cells: string[]
}

export interface Table {
  header: string[]
  records: AsyncIterable<TableRecord>
}

/** Longer records are refused. */
export const maxRecordChars = 1_000_000

/** @throws `UnreadableFile` unless the header names columns, each once */
export function assertHeader(header: readonly string[]): void {
  const keys = header.map(columnKey).filter((key) => key !== '')
  if (keys.length === 0) throw new UnreadableFile('header', 'The first line must name the columns')
  const known = new Set<string>()
  const repeated = header.find((name) => {
    const key = columnKey(name)
    if (key === '') return false
    const isRepeated = known.has(key)
    known.add(key)
    return isRepeated
  })
  if (repeated !== undefined)
    throw new UnreadableFile('header', `The column ${repeated} appears twice. Remove one of them`)
}
