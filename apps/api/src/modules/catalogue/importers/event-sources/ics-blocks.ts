import type { ImportWarning, Row } from '../source-rows.ts'

export interface IcsBlocks {
  /** Text of each VEVENT with its first line; alarms and other nested parts are dropped. */
  events: Row<string>[]
  zones: Row<string>[]
  /** The calendar's own properties by upper-case name, without parameters. */
  header: ReadonlyMap<string, string>
  bad: ImportWarning[]
}

const maxBlockLength = 64 * 1024
const maxDepth = 8
/** Stops reading a file that is unlikely to be a calendar. */
const maxErrors = 1000

/**
 * Splits a calendar into events, so one broken event does not lose the file; a file that is cut off has none. Reads only BEGIN and END lines; the
 * iCalendar library parses the rest.
 */
export function readIcsBlocks(content: string): IcsBlocks {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const header = new Map<string, string>()
  const found = {
    events: [] as Row<string>[],
    zones: [] as Row<string>[],
    header,
    bad: [] as ImportWarning[],
  }
  if (lines[0]?.trim().toUpperCase() !== 'BEGIN:VCALENDAR') {
    found.bad.push({ line: 1, reason: 'the file must start with BEGIN:VCALENDAR' })
    return found
  }
  const openParts: string[] = []
  let block: { line: number; lines: string[]; length: number } | null = null
  let lastName = ''
  const addError = (line: number, reason: string) => void found.bad.push({ line, reason })
  for (const [index, line] of lines.entries()) {
    if (found.bad.length >= maxErrors) {
      addError(index + 1, `${maxErrors} parts are broken; the rest was not read`)
      return found
    }
    const [, verb, rawName] = /^(BEGIN|END):\s*([A-Z0-9-]{1,40})\s*$/i.exec(line) ?? []
    const name = rawName?.toUpperCase() ?? ''
    if (verb?.toUpperCase() === 'BEGIN') {
      // A nested event means that the outer one was never closed.
      if (block && (name === 'VEVENT' || name === 'VTIMEZONE')) {
        addError(block.line, 'the event has no END:VEVENT')
        block = null
        openParts.length = 1
      }
      openParts.push(name)
      if (openParts.length > maxDepth) {
        addError(index + 1, `parts are nested deeper than ${maxDepth}; the rest was not read`)
        return found
      }
      if (openParts.length === 2 && (name === 'VEVENT' || name === 'VTIMEZONE'))
        block = { line: index + 1, lines: [], length: 0 }
    }
    const depth = openParts.length
    if (block && (openParts[1] === 'VTIMEZONE' || depth === 2)) {
      block.length += line.length
      if (block.length <= maxBlockLength) block.lines.push(line)
    } else if (depth === 1 && verb === undefined) {
      lastName = readHeader(header, line, lastName)
    }
    if (verb?.toUpperCase() !== 'END') continue
    if (openParts.at(-1) !== name) {
      addError(index + 1, `END:${name} has no matching BEGIN`)
      continue
    }
    openParts.pop()
    if (block && openParts.length === 1) {
      const { line: from, length } = block
      if (length > maxBlockLength) addError(from, 'the event is longer than 64 kB')
      else
        (name === 'VEVENT' ? found.events : found.zones).push({ line: from, value: block.lines.join('\r\n') })
      block = null
    }
  }
  if (openParts.length > 0) {
    addError(lines.length, `the file is cut off: there is no END:${openParts.at(-1)}, so nothing was loaded`)
    return { ...found, events: [] }
  }
  return found
}

/** Reads one line of the calendar's own properties; a line that starts with a space continues the previous one. */
function readHeader(header: Map<string, string>, line: string, lastName: string): string {
  if (/^[ \t]/.test(line)) {
    const before = header.get(lastName)
    if (before !== undefined && before.length < 1000) header.set(lastName, before + line.slice(1))
    return lastName
  }
  const [, name, value] = /^([A-Z0-9-]{1,40})(?:;[^:]*)?:(.*)$/i.exec(line) ?? []
  if (name === undefined || value === undefined) return lastName
  header.set(name.toUpperCase(), value.slice(0, 1000))
  return name.toUpperCase()
}
