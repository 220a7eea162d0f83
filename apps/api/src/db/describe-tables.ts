import type pg from 'pg'

/** A table as the PostgreSQL catalogs describe it. */
export interface DescribedTable {
  /** Includes the schema unless it is `public`. */
  name: string
  comment: string | null
  /** Not written to the WAL: empty after a crash, absent on a replica. */
  isUnlogged: boolean
  columns: DescribedColumn[]
  /** Constraints over several columns, or with a name of our own. */
  constraints: string[]
  indexes: string[]
  options: string[]
}

export interface DescribedColumn {
  name: string
  /** Type, default and single-column constraints with default names. */
  definition: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Computed by the database and never written. */
  isGenerated: boolean
  /** Allowed values of a check; `null` without such a check. */
  values: string[] | null
  comment: string | null
  /** Size of the sample that the planner keeps; `null` for the server's default. */
  statistics: number | null
}

interface Row {
  name: string
  relname: string
  comment: string | null
  isUnlogged: boolean
  options: string[] | null
  columns: {
    name: string
    type: string
    required: boolean
    identity: string
    generated: string
    expression: string | null
    comment: string | null
    statistics: number | null
  }[]
  constraints: { name: string; kind: string; definition: string; column: string | null }[]
  indexes: string[]
}

const query = `
select case when n.nspname = 'public' then '' else n.nspname || '.' end || t.relname as name, t.relname,
  t.relpersistence = 'u' as "isUnlogged", obj_description(t.oid, 'pg_class') as comment, t.reloptions as options,
  (
    select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'required', a.attnotnull, 'identity', a.attidentity, 'generated', a.attgenerated,
      'expression', pg_get_expr(d.adbin, d.adrelid), 'comment', col_description(t.oid, a.attnum),
      'statistics', nullif(a.attstattarget, -1)) order by a.attnum)
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  ) as columns,
  coalesce((
    select jsonb_agg(jsonb_build_object('name', c.conname, 'kind', c.contype,
      'definition', pg_get_constraintdef(c.oid, true),
      'column', case when cardinality(c.conkey) = 1 then a.attname end)
      order by position(c.contype::text in 'pufc'), c.conname)
    from pg_constraint c
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c')
  ), '[]') as constraints,
  coalesce((
    select jsonb_agg(pg_get_indexdef(i.indexrelid) order by x.relname)
    from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = t.oid and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
  ), '[]') as indexes
from pg_class t join pg_namespace n on n.oid = t.relnamespace
where t.relkind = 'r' and n.nspname = 'public' and t.relname not in ('schema_migrations', 'schema_definitions', 'schema_release')
order by 1`

/** Describes every table of the application: equal schemas give equal text. */
export async function describeTables(client: pg.Client): Promise<DescribedTable[]> {
  const { rows } = await client.query<Row>(query)
  return rows.map((row) => {
    const named = row.constraints.map((constraint) => ({
      ...constraint,
      hasDefaultName: constraint.name === defaultName(row.relname, constraint),
      definition: normalizeSql(constraint.definition),
    }))
    return {
      name: row.name,
      isUnlogged: row.isUnlogged,
      comment: row.comment,
      columns: row.columns.map((column) => ({
        name: quoteName(column.name),
        comment: column.comment,
        type: normalizeSql(column.type),
        isNullable: !column.required,
        statistics: column.statistics,
        hasDefault: column.expression !== null,
        isGenerated: column.identity !== '' || column.generated !== '',
        values: allowedValues(column.name, named),
        definition: [
          columnDefinition(
            column,
            named.some((one) => one.kind === 'p' && one.column === column.name),
          ),
          ...named.filter((one) => one.hasDefaultName && one.column === column.name).map(inlineConstraint),
        ].join(' '),
      })),
      constraints: named
        .filter((one) => !one.hasDefaultName || one.column === null)
        .map((one) => (one.hasDefaultName ? one.definition : `constraint ${one.name} ${one.definition}`)),
      indexes: row.indexes.map((index) =>
        normalizeSql(index).replace(' on public.', ' on ').replace(' using btree', ''),
      ),
      options: row.options ?? [],
    }
  })
}

/** The name that PostgreSQL gives an unnamed constraint. */
function defaultName(table: string, { kind, column, name }: Row['constraints'][number]): string {
  if (kind === 'p') return `${table}_pkey`
  const suffix = { u: 'key', f: 'fkey', c: 'check' }[kind]
  // Constraints over several columns have two underscores in our own names.
  if (column === null) return name.includes('__') ? '' : name
  return `${table}_${column}_${suffix}`
}

const inlineConstraint = ({ kind, definition }: { kind: string; definition: string }): string =>
  kind === 'p' || kind === 'u'
    ? definition.replace(/ \(.*\)$/, '')
    : definition.replace(/^foreign key \(.*?\) /, '')

function columnDefinition(column: Row['columns'][number], isKey: boolean): string {
  const { expression, type } = column
  const parts = [normalizeSql(type)]
  if (column.required && column.identity === '' && !isKey) parts.push('not null')
  if (column.identity !== '') parts.push('generated always as identity')
  else if (column.generated !== '')
    parts.push(`generated always as (${normalizeSql(expression ?? '').replace(/^\((.*)\)$/, '$1')}) stored`)
  else if (expression !== null) parts.push(`default ${normalizeSql(expression)}`)
  return parts.join(' ')
}

function allowedValues(column: string, constraints: readonly { definition: string }[]): string[] | null {
  for (const { definition } of constraints) {
    const [, list] = definition.match(`^check \\("?${column}"? in \\((.*)\\)\\)$`) ?? []
    if (list !== undefined) return list.split(', ').map((value) => value.slice(1, -1))
  }
  return null
}

const quoteName = (name: string): string => (name === 'row' ? '"row"' : name)

const keywords =
  /\b(AND|OR|NOT|NULL|IS|IN|ANY|ALL|ARRAY|CHECK|PRIMARY|FOREIGN|KEY|UNIQUE|REFERENCES|ON|DELETE|CASCADE|SET|CREATE|INDEX|USING|INCLUDE|WHERE|DESC|LAST|NULLS|DISTINCT|CASE|WHEN|THEN|ELSE|END|COALESCE|BETWEEN)\b/g

/** Catalog SQL in the style of the migrations; only quoted text keeps its case. */
function normalizeSql(definition: string): string {
  return definition
    .split(/('(?:[^']|'')*')/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(keywords, (word) => word.toLowerCase())
            .replaceAll('timestamp with time zone', 'timestamptz')
            .replaceAll('timestamp without time zone', 'timestamp'),
    )
    .join('')
    .replaceAll(/'::(text\[\]|text|jsonb|double precision|date\[\])/g, "'")
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replaceAll(/<> all \(array\[([^\]]*)\]\)/g, 'not in ($1)')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' check ( case', ' check (case')
}
