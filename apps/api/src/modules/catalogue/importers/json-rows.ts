import type { Remark, Row } from './source-rows.ts'

export interface JsonRows {
  /** The file's other top-level fields; empty where the file itself is the list, or its head is broken. */
  head: Record<string, unknown>
  rows: Row<unknown>[]
  bad: Remark[]
}

/**
 * Reads the entries of one list in a JSON file, each with the line on which it begins. Entries are cut out first and
 * parsed one by one, so that one broken entry costs that entry and not the file.
 *
 * `key` names the list in the top-level object; null where the file itself is the list.
 */
export function readJsonRows(text: string, key: string | null): JsonRows {
  const start = key === null ? text.search(/\S/) : findList(text, key)
  if (start < 0 || text[start] !== '[') {
    const what = key === null ? 'a list' : `a list named "${key}"`
    return { head: {}, rows: [], bad: [{ line: 1, reason: `the file holds no ${what.replace(/^a /, '')}` }] }
  }
  const { entries, end } = cutEntries(text, start)
  const found: JsonRows = { head: {}, rows: [], bad: [] }
  if (key !== null) readHead(`${text.slice(0, start + 1)}${text.slice(end)}`, key, found)
  for (const entry of entries) {
    const value = tryParse(entry.text)
    if ('value' in value) found.rows.push({ line: entry.line, value: value.value })
    else found.bad.push({ line: entry.line, reason: `not valid JSON: ${value.problem}` })
  }
  if (end >= text.length)
    found.bad.push({ line: lineAt(text, text.length), reason: 'the list is never closed' })
  return found
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

/** Where the list of a top-level key opens, or -1. */
function findList(text: string, key: string): number {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    else if (letter === '"') {
      const end = stringEnd(text, index)
      const after = /^\s*:\s*/.exec(text.slice(end, end + 200))
      if (depth === 1 && after && text.slice(index + 1, end - 1) === key) return end + after[0].length
      index = end - 1
    }
  }
  return -1
}

/** The entries between the brackets of the list that opens at `start`, and where it closes. */
function cutEntries(text: string, start: number): { entries: { line: number; text: string }[]; end: number } {
  const entries: { line: number; text: string }[] = []
  let line = lineAt(text, start)
  let depth = 0
  let from = start + 1
  let index = start + 1
  const cut = () => {
    const entry = text.slice(from, index)
    const body = entry.trim()
    const startLine = line - countLines(entry.trimStart())
    if (body !== '') entries.push({ line: startLine, text: body })
    from = index + 1
  }
  for (; index < text.length; index += 1) {
    const letter = text[index]
    if (letter === '\n') line += 1
    else if (letter === '"') index = stringEnd(text, index) - 1
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === ',' && depth === 0) cut()
    else if (letter === '}' || letter === ']') {
      if (depth === 0) break
      depth -= 1
    }
  }
  cut()
  return { entries, end: index }
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
