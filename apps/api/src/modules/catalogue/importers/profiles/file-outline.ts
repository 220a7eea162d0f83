import { readFootballTitle, readFootballTxt } from '../readers/football-txt.ts'
import { readDelimited, readDelimitedHeader } from '../readers/delimited.ts'
import { outlineJson, readJsonList, type JsonOutline } from '../readers/json-list.ts'
import { readText } from '../readers/read-text.ts'
import type { SourceFile } from '../readers/source-file.ts'
import type { Fields, SourceRecord } from '../readers/source-record.ts'
import type { ProfileFormat } from './profile.ts'

export interface FileOutline {
  format: ProfileFormat
  /** Path of the list of records in a JSON file. */
  list: string
  /** Paths of all lists in a JSON file. */
  lists: string[]
  /** The scalars next to the list of a JSON file, or `name` for the title of a text file. */
  header: Record<string, string>
  /** Columns of the table, or the paths that occur in the first records. */
  columns: string[]
  sample: { line: number; record: Fields }[]
}

const sampleSize = 400

/**
 * Finds out what a file contains; of a JSON file, its list of this path or else its longest. Reads a JSON file to its
 * end, and others as far as needed.
 * @throws `RefusedFileError` for an empty or damaged file
 */
export async function outlineFile(file: SourceFile, list?: string): Promise<FileOutline> {
  const start = await startOf(file)
  if (/^BEGIN:VCALENDAR/i.test(start)) return empty('icalendar')
  if (/^[{[]/.test(start)) return outlineJsonFile(file, list)
  if (start.startsWith('=')) {
    const sample = await sampleOf(readFootballTxt(file))
    return {
      ...empty('football-txt'),
      header: { name: await readFootballTitle(file) },
      ...withColumns(sample),
    }
  }
  const columns = await readDelimitedHeader(file)
  return { ...empty('delimited'), columns, sample: await sampleOf(readDelimited(file)) }
}

const empty = (format: ProfileFormat): FileOutline => ({
  format,
  list: '',
  lists: [],
  header: {},
  columns: [],
  sample: [],
})

async function startOf(file: SourceFile): Promise<string> {
  let start = ''
  for await (const text of readText(file)) {
    start += text
    if (start.trimStart().length > 20) break
  }
  return start.trimStart()
}

async function outlineJsonFile(file: SourceFile, wanted: string | undefined): Promise<FileOutline> {
  const outline = await outlineJson(file)
  const { header } = outline
  const isWanted = outline.lists.some(({ path }) => path === wanted)
  if (isJsonLd(outline)) return { ...empty('json-ld'), header }
  const isDiscovery = outline.lists.some(({ path }) => path === '_embedded.events')
  if (isDiscovery || outline.lists.some(({ path }) => path === '_embedded.attractions'))
    return { ...empty('ticketmaster'), header }
  const [longest] = outline.lists.toSorted((left, right) => right.count - left.count)
  const list = isWanted && wanted !== undefined ? wanted : (longest?.path ?? '')
  const sample = longest ? await sampleOf(readJsonList(file, list)) : []
  const [first] = sample
  if (first && '@type' in first.record) return { ...empty('json-ld'), header }
  const lists = outline.lists.map(({ path }) => path)
  return { ...empty('json'), list, lists, header, ...withColumns(sample) }
}

function isJsonLd({ header, lists }: JsonOutline): boolean {
  return '@type' in header || '@context' in header || lists.some(({ path }) => path === '@graph')
}

async function sampleOf(records: AsyncIterable<SourceRecord<unknown>>): Promise<FileOutline['sample']> {
  const sample: FileOutline['sample'] = []
  for await (const row of records) {
    if (!('record' in row) || row.record === null || typeof row.record !== 'object') continue
    sample.push({ line: row.line, record: row.record as Fields })
    if (sample.length >= sampleSize) break
  }
  return sample
}

function withColumns(sample: FileOutline['sample']): Pick<FileOutline, 'columns' | 'sample'> {
  const columns = new Set<string>()
  for (const { record } of sample) addPaths(record, '', columns, 0)
  return { columns: [...columns], sample }
}

const maxPathLevels = 3

/** Adds the paths of all values, those inside lists included. */
function addPaths(value: unknown, path: string, columns: Set<string>, level: number): void {
  if (Array.isArray(value)) {
    for (const one of value.slice(0, 3)) addPaths(one, path, columns, level)
    if (path !== '') columns.add(path)
    return
  }
  if (value !== null && typeof value === 'object' && level < maxPathLevels) {
    if (path !== '') columns.add(path)
    for (const [key, one] of Object.entries(value))
      addPaths(one, path === '' ? key : `${path}.${key}`, columns, level + 1)
    return
  }
  // Readers of text formats give empty text for what a file does not say.
  if (path !== '' && value !== '') columns.add(path)
}
