import { decodeText, UnreadableFile, type TextEncodingChoice } from '../reading/decode-text.ts'
import { readTable, type Delimiter } from '../reading/read-table.ts'
import type { Table } from '../reading/table.ts'
import { openWorkbook } from '../workbook/open-workbook.ts'
import { allBytes, type FileBytes } from './file-bytes.ts'

/** What a profile says about the form of its files. */
export interface TableSettings {
  encoding: TextEncodingChoice
  delimiter: Delimiter | null
  sheet: string | null
  decimal: 'point' | 'comma'
}

/** The first bytes of a zip archive, which a spreadsheet is. */
export async function isArchive(file: FileBytes): Promise<boolean> {
  if (file.size < 4) return false
  const head = (await file.readPart(0)).subarray(0, 4)
  return Buffer.from(head).toString('latin1') === 'PK\u0003\u0004'
}

/**
 * Opens a text file or a spreadsheet as a table.
 * @throws `UnreadableFile` from here or while its records are read
 */
export async function openTable(
  file: FileBytes,
  { encoding, delimiter, sheet, decimal }: TableSettings,
): Promise<Table> {
  if (await isArchive(file)) return openWorkbook(file, { sheet, decimal })
  return readTable(allBytes(file), { encoding, delimiter: delimiter ?? undefined })
}

const lineFeed = 0x0a
const quote = 0x22

/**
 * Refuses a text file with more lines than rows can be imported, before anything is stored. Line breaks in quoted cells
 * do not count.
 * @throws `UnreadableFile`
 */
export async function assertLineCount(file: FileBytes, maxLines: number, problem: string): Promise<void> {
  if (file.size <= maxLines || (await isArchive(file))) return
  let lines = 0
  let isQuoted = false
  for await (const piece of allBytes(file)) {
    for (const byte of piece) {
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineFeed && !isQuoted) lines += 1
    }
    // The header is a line, too.
    if (lines > maxLines + 1) throw new UnreadableFile('too_many_rows', problem)
  }
}

/** Which encoding a text file has: by its byte order mark, otherwise UTF-8 if it is valid UTF-8. */
export async function detectEncoding(
  bytes: Uint8Array,
): Promise<{ encoding: 'utf-8' | 'utf-16' | 'windows-1252'; choice: TextEncodingChoice }> {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { encoding: 'utf-16', choice: 'auto' }
  try {
    for await (const text of decodeText(once(bytes))) void text
    return { encoding: 'utf-8', choice: 'auto' }
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.code !== 'encoding') throw error
    return { encoding: 'windows-1252', choice: 'windows-1252' }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
