import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSnapshotTables, type SnapshotTable } from './snapshot-tables.ts'

const folder = resolve(import.meta.dirname, '../../../apps/api/src/db')

/** Where the rows of a table are once there are several primaries (docs/guides/scaling.md). */
export type Distribution = {
  /** How each foreign key changes whose target is elsewhere, by its column. */
  crosses?: Record<string, string>
  /** How rows that have such a value are found, and how it stays unique, by the columns of each key that spans shards. */
  global?: Record<string, string>
} & (
  | { class: 'event' | 'team'; column: string }
  /** `via` refers to a row of `of`, which says where the row belongs; the table needs a column of its own before it is spread. */
  | { class: 'event' | 'team'; via: string; of: string }
  /** A copy on every node. */
  | { class: 'reference'; reason: string }
  /** Rows of its own on every node, or all on one. */
  | { class: 'local'; where: 'every node' | 'one node'; reason: string }
)

export type Distributions = Readonly<Record<string, Distribution>>

/** The class of every table, as `apps/api/src/db/distribution/tables.json` has it. */
export function readDistributions(): Distributions {
  return JSON.parse(readFileSync(join(folder, 'distribution/tables.json'), 'utf8')) as Distributions
}

/** Every table of the schema snapshot. */
export function readAllTables(): SnapshotTable[] {
  return readdirSync(join(folder, 'schema')).flatMap((file) =>
    readSnapshotTables(readFileSync(join(folder, 'schema', file), 'utf8')),
  )
}

/** What keeps the tables from being spread as the classes say: one sentence each. */
export function findDistributionProblems(
  tables: readonly SnapshotTable[],
  distributions: Distributions,
): string[] {
  const names = new Set(tables.map(({ name }) => name))
  return [
    ...Object.keys(distributions)
      .filter((name) => !names.has(name))
      .map((name) => `${name} has a class, but does not exist`),
    ...tables.flatMap((table) => {
      const distribution = distributions[table.name]
      if (!distribution) return [`${table.name} has no class`]
      return [
        ...problemsOfKey(table, distribution, distributions),
        ...problemsOfReferences(table, distribution, distributions),
        ...problemsOfUniqueKeys(table, distribution),
      ]
    }),
  ]
}

function problemsOfKey(
  { name, columns, references }: SnapshotTable,
  distribution: Distribution,
  distributions: Distributions,
): string[] {
  if ('reason' in distribution) return distribution.reason === '' ? [`${name} needs a reason`] : []
  const column = 'column' in distribution ? distribution.column : distribution.via
  if (!columns.includes(column)) return [`${name} has no column ${column}`]
  if ('column' in distribution) return []
  const { via, of } = distribution
  const target = distributions[of]
  if (target?.class !== distribution.class) return [`${name}: ${of} is not spread by ${distribution.class}`]
  const isReference = references.some((reference) => reference.column === via && reference.table === of)
  const isNamedAfterIt = via === `${of.replace(/^.*_(?=[a-z]+$)/, '').replace(/s$/, '')}_id`
  return isReference || isNamedAfterIt ? [] : [`${name}.${via} does not refer to ${of}`]
}

/** A foreign key works within a shard, and to a table with a copy on every node. */
function problemsOfReferences(
  { name, references }: SnapshotTable,
  distribution: Distribution,
  distributions: Distributions,
): string[] {
  const { crosses = {} } = distribution
  const crossing = references.filter(({ table }) => {
    const target = distributions[table]
    return target !== undefined && !canRefer(distribution, target)
  })
  return [
    ...crossing
      .filter(({ column }) => !crosses[column])
      .map(
        ({ column, table }) =>
          `${name}.${column} refers to ${table}, which is elsewhere: say under "crosses" how it changes`,
      ),
    ...Object.keys(crosses)
      .filter((column) => !crossing.some((reference) => reference.column === column))
      .map((column) => `${name}.${column} is under "crosses", but refers to nothing elsewhere`),
  ]
}

function canRefer(from: Distribution, to: Distribution): boolean {
  if (to.class === 'reference') return true
  if (from.class !== to.class) return false
  return from.class !== 'local' || (to.class === 'local' && from.where === to.where)
}

/**
 * A unique key works within a shard if it has the column that leads there, or is an id: ids are random. Every other one
 * spans shards, both to stay unique and to find its row.
 */
function problemsOfUniqueKeys({ name, uniqueKeys }: SnapshotTable, distribution: Distribution): string[] {
  const { global = {} } = distribution
  const spanning =
    'reason' in distribution ? [] : uniqueKeys.filter((key) => !staysInShard(key, distribution))
  const keys = new Set(spanning.map((key) => key.join(', ')))
  return [
    ...[...keys]
      .filter((key) => !global[key])
      .map((key) => `${name} (${key}) is unique over all shards: say under "global" how it stays so`),
    ...Object.keys(global)
      .filter((key) => !keys.has(key))
      .map((key) => `${name} (${key}) is under "global", but is no key that spans shards`),
  ]
}

function staysInShard(
  key: readonly string[],
  distribution: { column: string } | { via: string; of: string },
): boolean {
  return (
    key.join() === 'id' || key.includes('column' in distribution ? distribution.column : distribution.via)
  )
}
