import { UnreadableFile } from '../reading/decode-text.ts'
import { maxRecordChars, type TableRecord } from '../reading/table.ts'
import type { Archive } from './open-archive.ts'
import { numberText, type CellContext, type CellStyle } from './cell-text.ts'
import type { Workbook } from './read-parts.ts'
import { readXml, type XmlHandler } from './read-xml.ts'

const maxColumns = 1000
const plain: CellStyle = { meaning: 'number', digits: 0 }

/** The rows of a sheet that are not empty; formulas are the values that the spreadsheet stored. */
export async function* readSheet(
  archive: Archive,
  file: string,
  workbook: Workbook,
  decimal: CellContext['decimal'],
): AsyncGenerator<TableRecord> {
  const rows: TableRecord[] = []
  const handler = sheetHandler(workbook, { isFrom1904: workbook.isFrom1904, decimal }, (row) =>
    rows.push(row),
  )
  const reading = readXml(await archive.read(file), handler)
  for (let part = await reading.next(); !part.done; part = await reading.next()) yield* rows.splice(0)
}

interface Cell {
  column: number
  type: string
  style: CellStyle
  text: string
}

function sheetHandler(
  { styles, texts }: Workbook,
  context: CellContext,
  onRow: (row: TableRecord) => void,
): XmlHandler {
  let line = 0
  let cells: string[] = []
  let chars = 0
  let next = 0
  let cell: Cell | undefined
  let isValue = false
  function count(more: number): void {
    chars += more
    if (chars > maxRecordChars)
      throw new UnreadableFile('row_too_long', `Line ${line} is longer than 1 MB, so nothing was read`)
  }
  return {
    open(tag, attributes) {
      if (tag === 'row') {
        line = rowNumber(attributes.r) ?? line + 1
        cells = []
        chars = 0
        next = 0
      } else if (tag === 'c') {
        const column = columnNumber(attributes.r) ?? next
        if (column >= maxColumns)
          throw new UnreadableFile('columns', `Line ${line} has more than ${maxColumns} columns`)
        next = column + 1
        const style = styles[Number(attributes.s ?? -1)] ?? plain
        cell = { column, type: attributes.t ?? 'n', style, text: '' }
      }
      // `v` is a value, `t` a text in the cell itself; `f` is the formula, which is not read.
      isValue = tag === 'v' || tag === 't'
    },
    text(part) {
      if (!cell || !isValue) return
      count(part.length)
      cell.text += part
    },
    close(tag) {
      isValue = false
      if (tag === 'c' && cell) {
        const text = textOf(cell, texts, context)
        // A shared text is longer than the number that names it.
        count(text.length - cell.text.length)
        for (let at = cells.length; at < cell.column; at += 1) cells.push('')
        cells[cell.column] = text
        cell = undefined
      } else if (tag === 'row' && cells.some((one) => one.trim() !== '')) {
        onRow({ line, cells })
      }
    },
  }
}

function textOf({ type, text, style }: Cell, texts: readonly string[], context: CellContext): string {
  if (type === 's') return texts[Number(text)] ?? ''
  if (type === 'n') return numberText(text, style, context)
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return text.replace('T', ' ').replace(/(?:\.\d+)?Z?$/, '')
  return text
}

function rowNumber(reference: string | undefined): number | undefined {
  const row = Number(reference)
  return Number.isSafeInteger(row) && row > 0 ? row : undefined
}

/** From 0, of a reference such as BC12. */
function columnNumber(reference = ''): number | undefined {
  const letters = /^[A-Za-z]{1,3}/.exec(reference)?.[0].toUpperCase()
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0) - 1
}
