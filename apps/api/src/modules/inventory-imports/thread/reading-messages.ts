import type { RowFormat } from '../reading/row-format.ts'
import type { TableSettings } from './open-table.ts'

/** Code of a file whose rows cannot be compared one by one; all must be read. */
export const irregularCode = 'irregular'

/** What the thread reads from a file. */
export type ReadingTask =
  /** Its rows as an import stores them; they come in batches. */
  | { kind: 'rows'; format: RowFormat; table: TableSettings; barcodeKey: string }
  /** The same, except rows that are known to leave their listing as it is. `digests` are theirs. */
  | {
      kind: 'changed_rows'
      format: RowFormat
      table: TableSettings
      barcodeKey: string
      context: string
      digests: Uint8Array
    }
  /** The cells of the records from `first` to `last`, from 1. */
  | { kind: 'cells'; table: TableSettings; first: number; last: number }
  /** Its form and first rows. `isCut`: the file goes on after these bytes. */
  | { kind: 'sample'; sheet: string | null; isCut: boolean }

export interface FileCells {
  header: string[]
  /** By record number. */
  cells: [number, { line: number; texts: string[] }][]
}

export interface FileSample {
  encoding: 'utf-8' | 'utf-16' | 'windows-1252' | null
  delimiter: ',' | ';' | '\t' | null
  sheets: string[]
  sheet: string | null
  header: string[]
  rows: string[][]
}

/** Rows and events are JSON already, so that the process that serves requests need not write it. */
export interface ReadingResults {
  rows: { rowsRead: number; eventsJson: string }
  /** Numbers of settled rows, in the order of `digests`: `missing` are not in the file, `repeated` more than once. */
  changed_rows: {
    rowsRead: number
    eventsJson: string
    kept: number
    missing: number[]
    repeated: number[]
  }
  cells: FileCells
  sample: FileSample
}

export type ToThread =
  | { kind: 'task'; task: ReadingTask; size: number; partCount: number }
  | { kind: 'part'; request: number; bytes: Uint8Array }
  /** The batch is stored. */
  | { kind: 'next' }

export type FromThread =
  | { kind: 'read'; request: number; index: number }
  | { kind: 'batch'; rowsJson: string; rows: number }
  | { kind: 'done'; result: ReadingResults[keyof ReadingResults] }
  | { kind: 'unreadable'; code: string; message: string }
