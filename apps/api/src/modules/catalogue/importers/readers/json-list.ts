import { TokenType } from '@streamparser/json'
import { pathIn, scanJson } from './json-scanner.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceRecord } from './source-record.ts'

export interface JsonOutline {
  /** Scalars next to the lists, such as a title. */
  header: Record<string, string>
  /** Lists by path and their number of elements; the path of a file that is itself a list is empty. */
  lists: { path: string; count: number }[]
}

/**
 * What a JSON file contains, without its records. Reads the whole file, so a damaged one is found before its rows are
 * used.
 */
export async function outlineJson(file: SourceFile): Promise<JsonOutline> {
  const header: Record<string, string> = {}
  const counts = new Map<string, number>()
  const scan = scanJson(file, {
    paths: [],
    onValue: () => undefined,
    onStart(parent, { token, value }) {
      // Inside a record.
      if (parent?.path.includes('*')) return
      if (parent?.isList) counts.set(parent.path, (counts.get(parent.path) ?? 0) + 1)
      else if (token === TokenType.LEFT_BRACKET) counts.set(parent ? pathIn(parent) : '', 0)
      const isScalar = token === TokenType.STRING || token === TokenType.NUMBER
      if (isScalar && parent && !parent.isList && parent.path === '')
        header[parent.key ?? ''] = textOf(value).slice(0, 200)
    },
  })
  for await (const _ of scan);
  return { header, lists: [...counts].map(([path, count]) => ({ path, count })) }
}

/** The elements of one list of a JSON file; an empty path means that the file itself is the list. */
export async function* readJsonList(file: SourceFile, path: string): AsyncGenerator<SourceRecord<unknown>> {
  let found: SourceRecord<unknown>[] = []
  let line = 1
  const scan = scanJson(file, {
    paths: [path === '' ? '$.*' : `$.${path}.*`],
    onValue: (record) => void found.push({ line, record }),
    onStart(parent, start) {
      if (parent?.isList && parent.path === path) line = start.line
    },
  })
  for await (const _ of scan) {
    yield* found
    found = []
  }
}

/** The whole value of a small JSON file. */
export async function readJsonValue(file: SourceFile): Promise<unknown> {
  let found: unknown
  const scan = scanJson(file, {
    paths: ['$'],
    onValue: (value) => void (found = value),
    onStart: () => undefined,
  })
  for await (const _ of scan);
  return found
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
