/** What the schema snapshot says about a table. */
export interface SnapshotTable {
  name: string
  columns: string[]
  references: { column: string; table: string }[]
  /** Columns of the primary key and of unique constraints and indexes; an expression is one of them. */
  uniqueKeys: string[][]
}

/** Reads the tables of a snapshot in `apps/api/src/db/schema`. */
export function readSnapshotTables(text: string): SnapshotTable[] {
  const tables = [...text.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)^\)/gm)]
  return tables.map(([, name = '', body = '']) => {
    const lines = body.split('\n').map((line) => line.trim())
    const columns = lines.flatMap((line) => columnOf(line) ?? [])
    return {
      name,
      columns,
      references: lines.flatMap(referencesOf),
      uniqueKeys: [...lines.flatMap((line) => uniqueKeyOf(line) ?? []), ...uniqueIndexesOf(text, name)],
    }
  })
}

function columnOf(line: string): string | undefined {
  if (/^(--|primary key|unique|foreign key|constraint|check)\b|^$/.test(line)) return undefined
  return /^"?(\w+)"? /.exec(line)?.[1]
}

function referencesOf(line: string): SnapshotTable['references'] {
  const [, table] = /(?<!match )references (\w+)\(/.exec(line) ?? []
  if (line.startsWith('--') || table === undefined) return []
  const [, list] = /foreign key \(([^)]*)\)/.exec(line) ?? []
  const columns = list === undefined ? [columnOf(line) ?? ''] : namesIn(list)
  return columns.map((column) => ({ column, table }))
}

function uniqueKeyOf(line: string): string[][] | undefined {
  if (line.startsWith('--')) return undefined
  const [, list] = /\b(?:primary key|unique)(?: nulls not distinct)? \(([^)]*)\)/.exec(line) ?? []
  if (list !== undefined) return [namesIn(list)]
  const column = columnOf(line)
  return column !== undefined && /\b(primary key|unique)\b/.test(line) ? [[column]] : undefined
}

function uniqueIndexesOf(text: string, table: string): string[][] {
  const found = text.matchAll(
    new RegExp(`^create unique index \\w+ on ${table} \\((.*?)\\)(?: nulls| where|;)`, 'gm'),
  )
  return [...found].map(([, list = '']) => namesIn(list))
}

const namesIn = (list: string): string[] => list.split(', ').map((name) => name.replaceAll('"', ''))
