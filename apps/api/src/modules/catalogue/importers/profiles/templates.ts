import type { Fields } from '../readers/source-record.ts'

const placeholder = /\{([^{}|]+)(?:\|(words))?\}/g

/** `Week {week}` → `['week']`. */
export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, column = '']) => column.trim())
}

/**
 * Fills the columns into the first template of which no column is empty; empty text when there is none. `{id|words}`
 * writes `las-vegas` as `Las Vegas`.
 */
export function fill(templates: string | readonly string[], record: Fields): string {
  for (const template of typeof templates === 'string' ? [templates] : templates) {
    let isComplete = true
    const filled = template.replaceAll(placeholder, (_, column: string, filter: string | undefined) => {
      const value = textAt(record, column.trim())
      isComplete &&= value !== ''
      return filter === 'words' ? inWords(value) : value
    })
    if (isComplete) return filled
  }
  return ''
}

function inWords(text: string): string {
  return text
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/(^|\s)\p{L}/gu, (initial) => initial.toUpperCase())
    .trim()
}

/** A value by column name, or by the path of a nested one; a list gives the values of all its elements. */
export function valueAt(record: unknown, path: string): unknown {
  if (record === null || typeof record !== 'object') return undefined
  if (Array.isArray(record)) {
    const index = /^\d+(?=\.|$)/.exec(path)?.[0]
    if (index !== undefined) {
      const element: unknown = record[Number(index)]
      return path === index ? element : valueAt(element, path.slice(index.length + 1))
    }
    return record.map((element) => valueAt(element, path)).filter((value) => value !== undefined)
  }
  const fields = record as Fields
  if (Object.hasOwn(fields, path)) return fields[path]
  const dot = path.indexOf('.')
  if (dot < 0) return undefined
  return valueAt(valueAt(fields, path.slice(0, dot)), path.slice(dot + 1))
}

export function textAt(record: Fields, path: string): string {
  return textOf(valueAt(record, path))
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value)
    ? value
        .map(textOf)
        .filter((text) => text !== '')
        .join(', ')
    : ''
}
