import { readDelimited } from '../readers/delimited.ts'
import { readFootballTxt } from '../readers/football-txt.ts'
import { readJsonList } from '../readers/json-list.ts'
import { RefusedFileError } from '../readers/refused-file.ts'
import type { SourceFile } from '../readers/source-file.ts'
import type { Fields, SourceRecord } from '../readers/source-record.ts'
import type { FileOutline } from './file-outline.ts'
import { addProgramme } from './orchestra-programmes.ts'
import { columnsOf, type Profile, type ProfileSettings } from './profile.ts'

/**
 * The records of a file: one per event, with the fields next to a list as `file.…`.
 * @throws `RefusedFileError` when the file lacks the list or a column
 */
export async function* readRecords(
  file: SourceFile,
  profile: Profile,
  outline: FileOutline,
): AsyncGenerator<SourceRecord<Fields>> {
  const { settings } = profile
  const missing = missingColumns(settings, outline)
  if (missing.length > 0) {
    const has = outline.columns.length > 0 ? `; it has ${outline.columns.slice(0, 30).join(', ')}` : ''
    throw new RefusedFileError(
      1,
      `the file lacks what the profile ${profile.name} reads: ${missing.join(', ')}${has}`,
    )
  }
  const header = Object.fromEntries(
    Object.entries(outline.header).map(([name, value]) => [`file.${name}`, value]),
  )
  for await (const row of recordsOf(file, settings)) {
    if ('bad' in row) yield row
    else if (row.record === null || typeof row.record !== 'object' || Array.isArray(row.record))
      yield { line: row.line, bad: 'is not an object' }
    else for (const record of expand({ ...header, ...row.record }, settings)) yield { line: row.line, record }
  }
}

function recordsOf(
  file: SourceFile,
  { format, list }: ProfileSettings,
): AsyncIterable<SourceRecord<unknown>> {
  if (format === 'json') return readJsonList(file, list)
  return format === 'football-txt' ? readFootballTxt(file) : readDelimited(file)
}

/** What a profile needs and the file does not have. */
export function missingColumns(settings: ProfileSettings, outline: FileOutline): string[] {
  const { format, list, each, titles, titleField } = settings
  if (format !== outline.format) return [`the format ${format} (this is ${outline.format})`]
  if (format === 'json' && list !== outline.list) return [list === '' ? 'a list' : `a list named "${list}"`]
  const title = outline.header[titleField] ?? ''
  const isTitled = titles.length === 0 || titles.some((start) => title.startsWith(start))
  if (!isTitled) return [`a title that starts with ${titles.join(' or ')}`]
  const isOptional = (column: string) =>
    settings.optional.includes(column) || (each !== undefined && column.startsWith(`${each}.`))
  const present = new Set(outline.columns)
  const needed = columnsOf(settings).filter((column) => !isOptional(column) && !isPrepared(column, settings))
  return [...needed, ...(each === undefined ? [] : [each])].filter((column) => !present.has(column))
}

const isPrepared = (column: string, { prepare }: ProfileSettings) =>
  prepare !== undefined && column.startsWith('programme.')

/** One record per event of a record that lists several; an object gives its keys and values. */
function expand(record: Fields, { each, prepare }: ProfileSettings): Fields[] {
  const prepared = prepare === 'orchestra-programmes' ? addProgramme(record) : record
  if (each === undefined) return [prepared]
  const items: unknown = prepared[each]
  if (Array.isArray(items)) return items.map((item: unknown) => ({ ...prepared, [each]: item }))
  if (items === null || typeof items !== 'object') return []
  return Object.entries(items).map(([key, value]: [string, unknown]) => ({
    ...prepared,
    [each]: { key, value },
  }))
}
