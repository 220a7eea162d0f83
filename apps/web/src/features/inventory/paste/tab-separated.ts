/**
 * The cells of text copied from a spreadsheet. Cells with tabs, line breaks or quotes are in quotes, with quotes inside
 * doubled.
 */
export function parseTabSeparated(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const input = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '')
  for (let at = 0; at < input.length; at += 1) {
    const character = input.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (input.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === '\t') endCell()
    else if (character === '\n') {
      endCell()
      rows.push([])
    } else cell += character
  }
  endCell()
  return rows.map((row) => row.map((each) => each.trim()))
}

/** Text that a spreadsheet splits into these cells. */
export function toTabSeparated(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}
