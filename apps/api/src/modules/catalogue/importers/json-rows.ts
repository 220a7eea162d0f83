import { removeInvisible } from '@terrace/domain/text/visible-text'
import type { ImportWarning, Row } from './source-rows.ts'

export interface JsonRows {
  /** The other top-level fields; empty when the file itself is the list or the fields are invalid. */
  header: Record<string, unknown>
  rows: Row<unknown>[]
  bad: ImportWarning[]
}

/** Limits the search for the next entry, which rescans the rest of the file after each broken one. */
const maxBrokenEntries = 200

/**
 * Reads the entries of one list in a JSON file, each with the line on which it starts. Entries are split first and
 * parsed one by one, so one broken entry does not lose the file. A file that is cut off gives no entries.
 * `key` names the list, `depth` levels below the root; `null` when the file itself is the list.
 */
export function readJsonRows(content: string, key: string | null, depth = 1): JsonRows {
  const text = content.replace(/^\uFEFF/, '')
  const start = key === null ? text.search(/\S/) : findList(text, key, depth)
  if (start < 0 || text[start] !== '[') {
    const what = key === null ? 'a list' : `a list named "${key}"`
    return {
      header: {},
      rows: [],
      bad: [{ line: 1, reason: `the file has no ${what.replace(/^a /, '')}` }],
    }
  }
  const found: JsonRows = { header: {}, rows: [], bad: [] }
  const end = readEntries(text, start + 1, found)
  if (end >= text.length) {
    const line = lineAt(text, text.trimEnd().length)
    return {
      header: {},
      rows: [],
      bad: [{ line, reason: 'the list is never closed: the file is cut off, so nothing was loaded' }],
    }
  }
  if (key !== null) readHeader(`${text.slice(0, start + 1)}${text.slice(end)}`, key, found)
  return found
}

/** Reads the entries after the opening bracket and returns the position of the closing one. */
function readEntries(text: string, start: number, found: JsonRows): number {
  let line = lineAt(text, start)
  let from = start
  for (;;) {
    const end = entryEnd(text, from)
    const entry = text.slice(from, end)
    const body = entry.trim()
    const entryLine = line + countLines(entry.slice(0, entry.indexOf(body)))
    const value = body === '' ? undefined : tryParse(body)
    let next = end
    if (value && 'value' in value) found.rows.push({ line: entryLine, value: value.value })
    else if (value) {
      found.bad.push({ line: entryLine, reason: `not valid JSON: ${value.problem}` })
      if (found.bad.length >= maxBrokenEntries) {
        found.bad.push({
          line: entryLine,
          reason: `${maxBrokenEntries} entries are broken; the rest was not read`,
        })
        return end
      }
      next = nextSibling(text, from, end)
    }
    line += countLines(text.slice(from, next))
    if (next < end) {
      from = next
      continue
    }
    if (text[end] !== ',') return end
    from = end + 1
  }
}

/** Position of the comma or bracket after the entry, or the end of the text. */
function entryEnd(text: string, from: number): number {
  let depth = 0
  for (let index = from; index < text.length; index += 1) {
    const character = text[index]
    if (character === '"') index = stringEnd(text, index) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === ',' && depth === 0) return index
    else if (character === '}' || character === ']') {
      if (depth === 0) return index
      depth -= 1
    }
  }
  return text.length
}

/**
 * A broken entry can swallow its siblings, because an unclosed quote hides a bracket. The next sibling starts with a
 * brace at the same indentation.
 */
function nextSibling(text: string, from: number, end: number): number {
  const first = /\n([ \t]*)\{/.exec(text.slice(from, end))
  if (!first) return end
  const after = from + first.index + first[0].length
  const sibling = text.indexOf(`\n${first[1]}{`, after)
  return sibling < 0 || sibling >= end ? end : sibling
}

function readHeader(text: string, key: string, found: JsonRows): void {
  const header = tryParse(text)
  if ('problem' in header) {
    found.bad.push({ line: 1, reason: `the part around "${key}" is not valid JSON: ${header.problem}` })
  } else if (header.value !== null && typeof header.value === 'object') {
    found.header = Object.fromEntries(Object.entries(header.value).filter(([name]) => name !== key))
  }
}

function tryParse(text: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text, (_, field: unknown) =>
      typeof field === 'string' ? removeInvisible(field) : field,
    )
    return { value }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Position of the opening bracket of the list, or -1. */
function findList(text: string, key: string, wantedDepth: number): number {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === '"') {
      const end = stringEnd(text, index)
      const after = /^\s*:\s*/.exec(text.slice(end, end + 200))
      if (depth === wantedDepth && after && text.slice(index + 1, end - 1) === key)
        return end + after[0].length
      index = end - 1
    }
  }
  return -1
}

/**
 * Position after the closing quote. A line break also ends the string, because JSON allows none and the quote is
 * missing.
 */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index]
    if (character === '\\') index += 1
    else if (character === '"') return index + 1
    else if (character === '\n') return index
  }
  return text.length
}

function lineAt(text: string, index: number): number {
  return 1 + countLines(text.slice(0, index))
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}
