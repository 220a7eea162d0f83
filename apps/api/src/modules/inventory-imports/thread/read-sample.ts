import { UnreadableFile } from '../reading/decode-text.ts'
import { readTable } from '../reading/read-table.ts'
import type { TableRecord } from '../reading/table.ts'
import { openWorkbook } from '../workbook/open-workbook.ts'
import { allBytes, bytesInMemory, type FileBytes } from './file-bytes.ts'
import { detectEncoding, isArchive } from './open-table.ts'
import type { FileSample } from './reading-messages.ts'

const sampleRows = 10
/** Of one row: wide files show less of each cell. */
const sampleRowChars = 20_000
const maxSampleColumns = 400
const maxSampleCellChars = 500

/**
 * The form of a file and its first rows, for a person who makes a profile.
 * @throws `UnreadableFile`
 */
export async function readSample(
  file: FileBytes,
  { sheet: wanted, isCut }: { sheet: string | null; isCut: boolean },
): Promise<FileSample> {
  if (await isArchive(file)) {
    const { sheet, sheets, header, records } = await openWorkbook(file, { sheet: wanted })
    return shortened({
      encoding: null,
      delimiter: null,
      sheet,
      sheets,
      header,
      rows: await firstRows(records),
    })
  }
  const bytes = await wholeLines(file, isCut)
  const { encoding, choice } = await detectEncoding(bytes)
  const { delimiter, header, records } = await readTable(allBytes(bytesInMemory(bytes)), {
    encoding: choice,
    maxRecords: sampleRows + 1,
  })
  const rows = await firstRows(records)
  return shortened({ encoding, delimiter, sheet: null, sheets: [], header, rows })
}

/** As much as a person can look at. */
function shortened(sample: FileSample): FileSample {
  const columns = Math.min(maxSampleColumns, sample.header.length)
  const maxChars = Math.min(maxSampleCellChars, Math.floor(sampleRowChars / columns))
  const cut = (cells: readonly string[]) =>
    cells.slice(0, maxSampleColumns).map((cell) => cell.slice(0, maxChars))
  return { ...sample, header: cut(sample.header), rows: sample.rows.map(cut) }
}

async function firstRows(records: AsyncIterable<TableRecord>): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of records) {
    rows.push(cells)
    if (rows.length === sampleRows) break
  }
  return rows
}

/** Without the last line of a file that goes on: it may be cut off. */
async function wholeLines(file: FileBytes, isCut: boolean): Promise<Uint8Array> {
  const bytes = Buffer.concat(await Array.fromAsync(allBytes(file)))
  if (!isCut) return bytes
  const at = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d))
  if (at < 0) throw new UnreadableFile('header', 'The first line is too long to name columns')
  // In UTF-16 with the low byte first, a line break has a second byte.
  const end = bytes[0] === 0xff && bytes[1] === 0xfe ? at + 2 : at + 1
  return bytes.subarray(0, end)
}
