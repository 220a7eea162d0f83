import type { DescribedColumn, DescribedTable } from './describe-tables.ts'
import { groupByCapability } from './tables-by-capability.ts'

/** TypeScript types of the values that the parsers in `db/client.ts` return. */
const scalars: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'number[]',
  int4multirange: 'string',
  jsonb: 'unknown',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'time without time zone': 'string',
  timestamp: 'string',
  timestamptz: 'Date',
  xid8: 'string',
}

/** Types that the catalogs cannot express: JSON content (written as text) and columns that are never read. */
const overrides: Readonly<Record<string, string>> = {
  'checkout_attempts.failure':
    'ColumnType<{ code: string; declineCode?: string; message: string } | null, string | null, string | null>',
  'checkout_attempts.next_action':
    'ColumnType<{ type: string; url: string } | null, string | null, string | null>',
  'idempotency_keys.response': 'ColumnType<unknown, string | null | undefined, string | null>',
  'ledger_transactions.amounts_minor': 'number[]',
  'listings.notes': 'ColumnType<ListingNote[], string | undefined, string>',
  'order_lines.snapshot': 'ColumnType<Record<string, unknown>, string, string>',
  'orders.event_days': 'ColumnType<never, string[], never>',
  'outbox.payload': 'ColumnType<Record<string, unknown>, string, string>',
  'quote_history.details': 'ColumnType<Record<string, unknown>, string | undefined, string>',
  'quote_offers.snapshot': 'ColumnType<object, string, string>',
  'saved_search_alerts.listing_ids': 'string[]',
  'saved_search_alerts.prices_minor': 'number[]',
  'search_indexes.settings': 'ColumnType<Record<string, unknown>, string | undefined, string>',
  'search_records.body': 'ColumnType<object | null, string | null, string | null>',
  'seating_plans.plan': 'ColumnType<object, string, string>',
  // A trigger sets it.
  'security_events.at': 'GeneratedAlways<Date>',
  'security_events.details': 'ColumnType<Record<string, unknown>, string, string>',
}

/** Views that are read and written like the table behind them, by table, with the columns that they lack. */
export const updatableViews: Readonly<Record<string, { view: string; hidden: readonly string[] }>> = {
  catalogue_events: { view: 'events', hidden: ['import_run_id'] },
}

const header = '// Generated from the migrated database by `npm run db:generate`. Do not edit.\n'

/** Renders the TypeScript types of all tables by file path in `db`. */
export function renderTableTypes(tables: readonly DescribedTable[]): Map<string, string> {
  const groups = [...groupByCapability(tables)]
  const files = groups.map(([capability, group]): [string, string] => {
    const body = [
      `export interface ${interfaceName(capability)} {`,
      ...group.flatMap((table) => [renderTable(table), ...renderViewOf(table, capability)]),
      '}\n',
    ].join('\n')
    return [`tables/${capability}.ts`, [header + importsOf(body), body].join('\n')]
  })
  return new Map([...files, ['tables.ts', renderIndex(groups.map(([capability]) => capability))]])
}

function renderIndex(capabilities: readonly string[]): string {
  const sorted = capabilities.toSorted()
  return [
    header.trimEnd(),
    ...sorted.map((name) => `import type { ${interfaceName(name)} } from './tables/${name}.ts'`),
    '',
    '/** The database as Kysely sees it. */',
    'export interface Tables',
    `  extends ${sorted.map(interfaceName).join(',\n    ')} {}\n`,
  ].join('\n')
}

const interfaceName = (capability: string): string =>
  `${capability.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Tables`

function renderTable(table: DescribedTable): string {
  const key = table.name.includes('.') ? `'${table.name}'` : table.name
  const columns = table.columns.map((column) => {
    const name = column.name.replaceAll('"', '')
    return `    ${name}: ${overrides[`${table.name}.${name}`] ?? typeOf(column)}`
  })
  return [`  ${key}: {`, ...columns, '  }'].join('\n')
}

function renderViewOf({ name }: DescribedTable, capability: string): string[] {
  const found = updatableViews[name]
  if (!found) return []
  const hidden = found.hidden.map((column) => `'${column}'`).join(' | ')
  return [`  ${found.view}: Omit<${interfaceName(capability)}['${name}'], ${hidden}>`]
}

function typeOf({ type, values, isNullable, hasDefault, isGenerated }: DescribedColumn): string {
  const base = values?.map((value) => `'${value}'`).join(' | ') ?? scalarOf(type)
  if (type === 'jsonb')
    return isNullable
      ? 'ColumnType<unknown, string | null, string | null>'
      : 'ColumnType<unknown, string, string>'
  const full = isNullable ? `${base} | null` : base
  if (isGenerated) return `GeneratedAlways<${full}>`
  return hasDefault ? `Generated<${full}>` : full
}

function scalarOf(type: string): string {
  const scalar = scalars[type.replace(/\(.*\)/, '')]
  if (scalar === undefined) throw new Error(`add the type ${type} to render-table-types.ts`)
  return scalar
}

function importsOf(body: string): string {
  const kysely = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`))
  return [
    ...(body.includes('ListingNote')
      ? [`import type { ListingNote } from '@terrace/domain/tickets/listing-notes'\n`]
      : []),
    ...(kysely.length > 0 ? [`import type { ${kysely.join(', ')} } from 'kysely'\n`] : []),
  ].join('')
}
