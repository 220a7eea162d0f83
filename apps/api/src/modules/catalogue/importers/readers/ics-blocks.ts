import { RefusedFileError } from './refused-file.ts'
import { readLines } from './read-lines.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceRecord } from './source-record.ts'

/** A part of a calendar as text, or one of the calendar's own properties, by upper-case name without parameters. */
export type IcsPart =
  | { kind: 'event' | 'zone'; text: string }
  | { kind: 'property'; name: string; value: string }

const maxBlockLength = 64 * 1024
const maxDepth = 8
/** Stops reading a file that is unlikely to be a calendar. */
const maxErrors = 1000

/**
 * Splits a calendar into events, zones and properties, so one broken event does not lose the file. Alarms and other
 * nested parts are dropped. Reads only BEGIN and END lines; the iCalendar library parses the rest.
 * @throws `RefusedFileError` when the file is no calendar, is cut off or nested too deeply
 */
export async function* readIcsParts(file: SourceFile): AsyncGenerator<SourceRecord<IcsPart>> {
  const openParts: string[] = []
  let block: { line: number; lines: string[]; length: number } | null = null
  let property: { name: string; value: string; line: number } | null = null
  let errors = 0
  let last = 1
  for await (const { line, text } of readLines(file)) {
    last = line
    if (line === 1 && text.trim().toUpperCase() !== 'BEGIN:VCALENDAR')
      throw new RefusedFileError(1, 'the file must start with BEGIN:VCALENDAR')
    if (property && !/^[ \t]/.test(text)) {
      yield propertyRecord(property)
      property = null
    }
    const [, verb, rawName] = /^(BEGIN|END):\s*([A-Z0-9-]{1,40})\s*$/i.exec(text) ?? []
    const name = rawName?.toUpperCase() ?? ''
    if (verb?.toUpperCase() === 'BEGIN') {
      const isBlock = name === 'VEVENT' || name === 'VTIMEZONE'
      // A nested event means that the outer one was never closed.
      if (block && isBlock) {
        errors += 1
        yield { line: block.line, bad: 'the event has no END:VEVENT' }
        block = null
        openParts.length = 1
      }
      openParts.push(name)
      if (openParts.length > maxDepth)
        throw new RefusedFileError(line, `parts are nested deeper than ${maxDepth}`)
      if (openParts.length === 2 && isBlock) block = { line, lines: [], length: 0 }
    }
    const depth = openParts.length
    if (block && (openParts[1] === 'VTIMEZONE' || depth === 2)) {
      block.length += text.length
      if (block.length <= maxBlockLength) block.lines.push(text)
    } else if (depth === 1 && verb === undefined) {
      property = readProperty(property, text, line)
    }
    if (verb?.toUpperCase() !== 'END') continue
    if (openParts.at(-1) !== name) {
      errors += 1
      if (errors > maxErrors) throw new RefusedFileError(line, `${maxErrors} parts are broken`)
      yield { line, bad: `END:${name} has no matching BEGIN` }
      continue
    }
    openParts.pop()
    if (block && openParts.length === 1) {
      const { line: from, length, lines } = block
      if (length > maxBlockLength) yield { line: from, bad: 'the event is longer than 64 kB' }
      else
        yield {
          line: from,
          record: { kind: name === 'VEVENT' ? 'event' : 'zone', text: lines.join('\r\n') },
        }
      block = null
    }
  }
  const missing = openParts.at(-1)
  if (missing !== undefined)
    throw new RefusedFileError(last, `there is no END:${missing}: the file is cut off`)
}

type Property = { name: string; value: string; line: number }

function propertyRecord({ line, name, value }: Property): SourceRecord<IcsPart> {
  return { line, record: { kind: 'property', name, value } }
}

/** Reads one line of the calendar's own properties; a line that starts with a space continues the previous one. */
function readProperty(open: Property | null, text: string, line: number): Property | null {
  if (open) return { ...open, value: (open.value + text.slice(1)).slice(0, 1000) }
  const [, name, value] = /^([A-Z0-9-]{1,40})(?:;[^:]*)?:(.*)$/i.exec(text) ?? []
  if (name === undefined || value === undefined) return null
  return { name: name.toUpperCase(), value: value.slice(0, 1000), line }
}
