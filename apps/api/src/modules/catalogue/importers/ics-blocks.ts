import type { Remark, Row } from './source-rows.ts'

export interface IcsBlocks {
  /** The text of each VEVENT, with the line on which it begins; alarms and other inner parts are left away. */
  events: Row<string>[]
  zones: Row<string>[]
  /** Properties of the calendar itself, names in upper case, parameters left away. */
  head: ReadonlyMap<string, string>
  bad: Remark[]
}

const mostLength = 64 * 1024
const mostDepth = 8
/** A file with more broken parts than this is no calendar; reading on would only make the report longer. */
const mostBad = 1000

/**
 * Cuts a calendar into its events, so that one broken event costs that event and not the file. Knows only the lines
 * that open and close a part; what stands between them is read by the iCalendar library.
 */
export function readIcsBlocks(content: string): IcsBlocks {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const head = new Map<string, string>()
  const found = { events: [] as Row<string>[], zones: [] as Row<string>[], head, bad: [] as Remark[] }
  if (lines[0]?.trim().toUpperCase() !== 'BEGIN:VCALENDAR') {
    found.bad.push({ line: 1, reason: 'the file does not begin with BEGIN:VCALENDAR' })
    return found
  }
  const open: string[] = []
  let block: { line: number; lines: string[]; length: number } | null = null
  let lastName = ''
  const refuse = (line: number, reason: string) => void found.bad.push({ line, reason })
  for (const [index, line] of lines.entries()) {
    if (found.bad.length >= mostBad) {
      refuse(index + 1, `${mostBad} parts are broken: the rest is not read`)
      return found
    }
    const [, verb, rawName] = /^(BEGIN|END):\s*([A-Z0-9-]{1,40})\s*$/i.exec(line) ?? []
    const name = rawName?.toUpperCase() ?? ''
    if (verb?.toUpperCase() === 'BEGIN') {
      // An event inside an event: the first was never closed.
      if (block && (name === 'VEVENT' || name === 'VTIMEZONE')) {
        refuse(block.line, 'the event is never closed: there is no END:VEVENT')
        block = null
        open.length = 1
      }
      open.push(name)
      if (open.length > mostDepth) {
        refuse(index + 1, `parts are nested deeper than ${mostDepth}: the rest is not read`)
        return found
      }
      if (open.length === 2 && (name === 'VEVENT' || name === 'VTIMEZONE'))
        block = { line: index + 1, lines: [], length: 0 }
    }
    const depth = open.length
    if (block && (open[1] === 'VTIMEZONE' || depth === 2)) {
      block.length += line.length
      if (block.length <= mostLength) block.lines.push(line)
    } else if (depth === 1 && verb === undefined) {
      lastName = readHead(head, line, lastName)
    }
    if (verb?.toUpperCase() !== 'END') continue
    if (open.at(-1) !== name) {
      refuse(index + 1, `END:${name} closes nothing`)
      continue
    }
    open.pop()
    if (block && open.length === 1) {
      const { line: from, length } = block
      if (length > mostLength) refuse(from, 'the event is longer than 64 kB')
      else
        (name === 'VEVENT' ? found.events : found.zones).push({ line: from, value: block.lines.join('\r\n') })
      block = null
    }
  }
  if (block) refuse(block.line, 'the event is never closed: there is no END:VEVENT')
  else if (open.length > 0)
    refuse(lines.length, `the file ends in the middle: there is no END:${open.at(-1)}`)
  return found
}

/** Takes one line of the calendar's own properties; a line that begins with a blank goes on with the one before. */
function readHead(head: Map<string, string>, line: string, lastName: string): string {
  if (/^[ \t]/.test(line)) {
    const before = head.get(lastName)
    if (before !== undefined && before.length < 1000) head.set(lastName, before + line.slice(1))
    return lastName
  }
  const [, name, value] = /^([A-Z0-9-]{1,40})(?:;[^:]*)?:(.*)$/i.exec(line) ?? []
  if (name === undefined || value === undefined) return lastName
  head.set(name.toUpperCase(), value.slice(0, 1000))
  return name.toUpperCase()
}
