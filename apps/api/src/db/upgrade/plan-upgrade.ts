import pg from 'pg'
import { readSqlFiles, type SqlFile } from '../sql-files.ts'
import { readInstallingRelease } from './installing-release.ts'
import { releaseNumber } from './release-number.ts'
import { runsConcurrently } from './run-concurrently.ts'
import { splitStatements } from './split-statements.ts'
import { risksOfMigration, type StatementRisk } from './statement-risks.ts'

/** Reading or locking fewer rows takes less than a second. */
const largeTableRows = 100_000

interface PlannedRisk extends StatementRisk {
  statement: string
  /** As the server estimates; 0 if the number does not matter. */
  rows: number
  isUnsafe: boolean
}

export interface UpgradePlan {
  isNewDatabase: boolean
  migrations: {
    name: string
    statements: number
    isConcurrent: boolean
    reviewed: string | null
    risks: PlannedRisk[]
  }[]
  /** A newer release, whose views, functions and triggers stay. */
  keptRelease: number | null
  /** Views, functions and triggers. */
  changed: string[]
  added: string[]
  removed: string[]
  /** Applied migrations whose file differs or is missing: the release cannot start. */
  conflicts: string[]
}

/** What `migrate` would do to the database now. Changes nothing. */
export async function planUpgrade({
  databaseUrl,
  folder = new URL('../', import.meta.url),
  release = releaseNumber,
  largeTable = largeTableRows,
}: {
  databaseUrl: string
  folder?: URL
  release?: number
  largeTable?: number
}): Promise<UpgradePlan> {
  const migrations = await readSqlFiles(folder, 'migrations')
  const kinds = ['views', 'functions', 'triggers']
  const definitions = (await Promise.all(kinds.map((kind) => readSqlFiles(folder, kind)))).flat()
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'terrace-db-check' })
  await client.connect()
  try {
    await client.query('begin transaction read only')
    const applied = await readStored(client, 'schema_migrations')
    const stored = await readStored(client, 'schema_definitions')
    const installedBy = await readInstallingRelease(client)
    const rowsOf = await readEstimatedRows(client)
    const pending = migrations.filter(({ name }) => !applied.has(name))
    return {
      isNewDatabase: applied.size === 0,
      migrations: pending.map((file) => planMigration(file, rowsOf, largeTable)),
      ...(release < installedBy
        ? { keptRelease: installedBy, changed: [], added: [], removed: [] }
        : { keptRelease: null, ...compareDefinitions(definitions, stored) }),
      conflicts: conflictsOf(migrations, applied),
    }
  } finally {
    await client.end()
  }
}

function compareDefinitions(definitions: readonly SqlFile[], stored: ReadonlyMap<string, string>) {
  const names = new Set(definitions.map(({ name }) => name))
  return {
    changed: definitions
      .filter(({ name, checksum }) => (stored.get(name) ?? checksum) !== checksum)
      .map(({ name }) => name),
    added: [...names].filter((name) => !stored.has(name)),
    removed: [...stored.keys()].filter((name) => !names.has(name)),
  }
}

/** Why a person found the risks of a migration acceptable; `null` without a review. */
export function reviewOf(text: string): string | null {
  return /^-- Reviewed: (.+)$/m.exec(text)?.[1] ?? null
}

function planMigration({ name, text }: SqlFile, rowsOf: (table: string) => number, largeTable: number) {
  const statements = splitStatements(text)
  const reviewed = reviewOf(text)
  const isConcurrent = runsConcurrently(text)
  const risks = risksOfMigration(statements, { isTransaction: !isConcurrent }).map((risk) => {
    const rows = risk.table === null ? 0 : rowsOf(risk.table)
    const isLarge = risk.kind !== 'locks' || rows >= largeTable
    return { ...risk, rows, isUnsafe: reviewed === null && isLarge }
  })
  return { name, statements: statements.length, isConcurrent, reviewed, risks }
}

function conflictsOf(files: readonly SqlFile[], applied: ReadonlyMap<string, string>): string[] {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  return [...applied].flatMap(([name, checksum]) => {
    const current = checksums.get(name)
    if (current === checksum) return []
    return current === undefined
      ? `${name} was applied, but this release does not have it`
      : `${name} has changed since it was applied`
  })
}

async function readStored(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [table],
  )
  if (!found[0]?.exists) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${table} order by name`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function readEstimatedRows(client: pg.Client): Promise<(table: string) => number> {
  const { rows } = await client.query<{ name: string; rows: number }>(`
    select c.oid::regclass::text as name, greatest(c.reltuples, s.n_live_tup, 0)::float8 as rows
    from pg_class c left join pg_stat_all_tables s on s.relid = c.oid where c.relkind in ('r', 'p', 'm')`)
  const counts = new Map(rows.map((row) => [row.name, row.rows]))
  return (table) => counts.get(table.replaceAll('"', '').replace(/^public\./, '')) ?? 0
}
