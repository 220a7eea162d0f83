import type { Fields } from '../readers/source-record.ts'
import { sourceText } from '../event-sources/source-text.ts'
import type { FixtureField, NameSeparator, ProfileSettings } from './profile.ts'
import { fill, textOf, valueAt } from './templates.ts'

/** Reads the fields of a fixture from a record, as the profile maps them. */
export interface FieldReader {
  gives(field: FixtureField): boolean
  value(record: Fields, field: FixtureField): unknown
  text(record: Fields, field: FixtureField): string
  /** A name without markup and invisible characters; empty text when there is none. */
  name(record: Fields, field: FixtureField): { text: string } | { problem: string }
  /** Several names: a list, or a text with a separator between them, by default `;` or `|`. */
  names(record: Fields, field: FixtureField): { texts: string[] } | { problem: string }
  /** What the source calls the field, for messages. */
  nameOf(field: FixtureField): string
}

const nameSchema = sourceText()

export function openFieldReader({ columns, values, performersBetween }: ProfileSettings): FieldReader {
  const sources = new Map<FixtureField, string>(
    Object.entries(columns).map(([column, field]) => [field, column] as const),
  )
  const nameOf: FieldReader['nameOf'] = (field) => sources.get(field) ?? field
  const value: FieldReader['value'] = (record, field) => {
    const column = sources.get(field)
    if (column !== undefined) return valueAt(record, column)
    const templates = values[field]
    return templates === undefined ? undefined : fill(templates, record)
  }
  const clean = (text: string, field: FixtureField): { text: string } | { problem: string } => {
    if (text === '') return { text }
    const checked = nameSchema.safeParse(text)
    if (checked.success) return { text: checked.data }
    return { problem: `${nameOf(field)}: ${checked.error.issues.map(({ message }) => message).join(', ')}` }
  }
  return {
    gives: (field) => sources.has(field) || values[field] !== undefined,
    value,
    nameOf,
    text: (record, field) => textOf(value(record, field)),
    name: (record, field) => clean(textOf(value(record, field)), field),
    names(record, field) {
      const texts: string[] = []
      for (const text of splitNames(value(record, field), performersBetween)) {
        const checked = clean(text, field)
        if ('problem' in checked) return checked
        if (!texts.includes(checked.text)) texts.push(checked.text)
      }
      return { texts }
    },
  }
}

function splitNames(value: unknown, separator: NameSeparator | undefined): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown) => {
      const name = typeof one === 'object' ? valueAt(one, 'name') : one
      return textOf(name) || []
    })
  }
  return namesIn(textOf(value), separator)
}

/**
 * Names in one cell: on lines of their own, or with the separator between them. A separator in brackets, or in a name
 * in quotation marks, is part of the name.
 */
export function namesIn(text: string, separator: NameSeparator | undefined): string[] {
  const masked = text.replaceAll(enclosed, (part) => '_'.repeat(part.length))
  const names: string[] = []
  let start = 0
  for (const { index, 0: found } of masked.matchAll(
    separator === undefined ? anySeparator : between[separator],
  )) {
    names.push(text.slice(start, index))
    start = index + found.length
  }
  return [...names, text.slice(start)].map(unquoted).filter((name) => name !== '')
}

/** Quotation marks count around whole names only: 12" is a length. */
const enclosed =
  /\([^()\n]*\)|\[[^[\]\n]*\]|(?<=^\s*|[;|,/+•·\n]\s*)(?:"[^"\n]*"|“[^”\n]*”)(?=\s*(?:$|[;|,/+•·\n]))/g

const unquoted = (name: string): string =>
  /^(?:"([^"]*)"|“([^”]*)”)$/
    .exec(name.trim())
    ?.slice(1)
    .find((inner) => inner !== undefined) ?? name

const anySeparator = /\s*[;|\n]\s*/g

/** A slash or plus without spaces is a part of a name, such as AC/DC. */
const between: Record<NameSeparator, RegExp> = {
  ';': /\s*[;\n]\s*/g,
  '|': /\s*[|\n]\s*/g,
  ',': /\s*[,\n]\s*/g,
  '/': /\s+\/\s+|\s*\n\s*/g,
  '+': /\s+\+\s+|\s*\n\s*/g,
  '•': /\s*[•\n]\s*/g,
  '·': /\s*[·\n]\s*/g,
}
