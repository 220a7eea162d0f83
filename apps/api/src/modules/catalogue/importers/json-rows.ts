import type { Remark, Row } from './source-rows.ts'

export interface JsonRows {
  /** The file's other top-level fields; empty where the file itself is the list, or its head is broken. */
  head: Record<string, unknown>
  rows: Row<unknown>[]
  bad: Remark[]
}

/** A list with more broken entries than this is no list of ours; looking for the next one costs the rest of the file. */
const mostBroken = 200

/**
 * Reads the entries of one list in a JSON file, each with the line on which it begins. Entries are cut out first and
 * parsed one by one, so that one broken entry costs that entry and not the file.
 *
 * `key` names the list in the top-level object, or in one `depth` levels down; null where the file itself is the list.
 */
export function readJsonRows(content: string, key: string | null, depth = 1): JsonRows {
  const text = content.replace(/^\uFEFF/, '')
  const start = key === null ? text.search(/\S/) : findList(text, key, depth)
  if (start < 0 || text[start] !== '[') {
    const what = key === null ? 'a list' : `a list named "${key}"`
    return { head: {}, rows: [], bad: [{ line: 1, reason: `the file holds no ${what.replace(/^a /, '')}` }] }
  }
  const found: JsonRows = { head: {}, rows: [], bad: [] }
  const end = readEntries(text, start + 1, found)
  if (key !== null) readHead(`${text.slice(0, start + 1)}${text.slice(end)}`, key, found)
  if (end >= text.length)
    found.bad.push({ line: lineAt(text, text.length), reason: 'the list is never closed' })
  return found
}

/** Reads entry after entry from the opening bracket on; answers where the list closes. */
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
      if (found.bad.length >= mostBroken) {
        found.bad.push({ line: entryLine, reason: `${mostBroken} entries are broken: the rest is not read` })
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

/** The comma or bracket that ends the entry, or the end of the text. */
function entryEnd(text: string, from: number): number {
  let depth = 0
  for (let index = from; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '"') index = stringEnd(text, index) - 1
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === ',' && depth === 0) return index
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return index
      depth -= 1
    }
  }
  return text.length
}

/**
 * A broken entry may have swallowed those after it (a quote that is never closed hides a bracket). They are found again
 * by the look of the file: a line that begins as deep as this one did, with an opening brace.
 */
function nextSibling(text: string, from: number, end: number): number {
  const first = /\n([ \t]*)\{/.exec(text.slice(from, end))
  if (!first) return end
  const after = from + first.index + first[0].length
  const sibling = text.indexOf(`\n${first[1]}{`, after)
  return sibling < 0 || sibling >= end ? end : sibling
}

function readHead(text: string, key: string, found: JsonRows): void {
  const head = tryParse(text)
  if ('problem' in head) {
    found.bad.push({ line: 1, reason: `the part around "${key}" is not valid JSON: ${head.problem}` })
  } else if (head.value !== null && typeof head.value === 'object') {
    found.head = Object.fromEntries(Object.entries(head.value).filter(([name]) => name !== key))
  }
}

function tryParse(text: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Where the list of a key opens that stands `wanted` levels deep, or -1. */
function findList(text: string, key: string, wanted: number): number {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    else if (letter === '"') {
      const end = stringEnd(text, index)
      const after = /^\s*:\s*/.exec(text.slice(end, end + 200))
      if (depth === wanted && after && text.slice(index + 1, end - 1) === key) return end + after[0].length
      index = end - 1
    }
  }
  return -1
}

/** One past the closing quote. A line break ends a string too: JSON allows none in it, so the quote was forgotten. */
function stringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '\\') index += 1
    else if (letter === '"') return index + 1
    else if (letter === '\n') return index
  }
  return text.length
}

function lineAt(text: string, index: number): number {
  return 1 + countLines(text.slice(0, index))
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}
