import type { DescribedTable } from './describe-tables.ts'
import { groupByCapability } from './tables-by-capability.ts'

const header =
  '-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.\n'

/** Renders the snapshot files by their path in `db`. */
export function renderSnapshot(tables: readonly DescribedTable[]): Map<string, string> {
  return new Map(
    [...groupByCapability(tables)].map(([capability, group]) => [
      `schema/${capability}.sql`,
      [header, ...group.map(renderTable)].join('\n'),
    ]),
  )
}

function renderTable(table: DescribedTable): string {
  const columns = table.columns.flatMap(({ name, definition, comment }) => [
    ...commentLines(comment, '  '),
    `  ${name} ${definition}`,
  ])
  const parts = [...columns, ...table.constraints.map((constraint) => `  ${constraint}`)]
  const statistics = table.columns
    .filter((column) => column.statistics !== null)
    .map((column) => `alter column ${column.name} set statistics ${column.statistics}`)
  const last = parts.length - 1
  const body = parts.map((part, index) => (index === last || part.startsWith('  --') ? part : `${part},`))
  const options = table.options.length > 0 ? ` with (${table.options.join(', ')})` : ''
  return [
    ...commentLines(table.comment, ''),
    `create ${table.isUnlogged ? 'unlogged ' : ''}table ${table.name} (`,
    ...body,
    `)${options};`,
    ...table.indexes.map((index) => `${index};`),
    ...(statistics.length > 0 ? [`alter table ${table.name} ${statistics.join(', ')};`] : []),
    '',
  ].join('\n')
}

function commentLines(comment: string | null, indent: string): string[] {
  return comment === null ? [] : comment.split('\n').map((line) => `${indent}-- ${line}`)
}
