import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import { encryptedColumns, type EncryptedColumn } from './encrypted-columns.ts'

export interface EncryptedValues {
  keyId: number
  /** What is encrypted, in the operator's words. */
  what: string
  count: number
}

/** Counts encrypted values by the key that they need. Each one begins with its key's id. Reads whole tables. */
export async function countEncryptedValues(db: DbOrTx): Promise<EncryptedValues[]> {
  const all = encryptedColumns.map(
    ({ what, table, column }) =>
      sql`select ${what}::text as what, ${sql.ref(column)} as bytes from ${sql.table(table)}`,
  )
  const { rows } = await sql<EncryptedValues>`
    select get_byte(bytes, 0) as "keyId", what, count(*)::int as count
    from (${sql.join(all, sql` union all `)}) encrypted where length(bytes) > 0
    group by 1, 2 order by 1, 3 desc, 2`.execute(db)
  return rows
}

/** The first of these keys that a value needs. Stops reading at that value. */
export async function findNeededKey(db: DbOrTx, keyIds: readonly number[]): Promise<number | undefined> {
  const all = encryptedColumns.map(
    ({ table, column }) => sql`select ${sql.ref(column)} as bytes from ${sql.table(table)}`,
  )
  const { rows } = await sql<{ keyId: number }>`
    select get_byte(bytes, 0) as "keyId" from (${sql.join(all, sql` union all `)}) encrypted
    where length(bytes) > 0 and get_byte(bytes, 0) = any(${keyIds}::integer[]) limit 1`.execute(db)
  return rows[0]?.keyId
}

export interface EncryptedValue {
  keys: string[]
  bytes: Buffer
}

/** Up to `limit` rows with a value, in the order of their keys, after the row `after`. */
export async function readEncryptedValues(
  db: DbOrTx,
  { table, column, keys }: EncryptedColumn,
  { after, limit }: { after: readonly string[] | undefined; limit: number },
): Promise<EncryptedValue[]> {
  const refs = keys.map((key) => sql.ref(key))
  const isLater = after ? sql`(${sql.join(refs)}) > (${sql.join(after)})` : sql`true`
  const { rows } = await sql<EncryptedValue>`
    select array[${sql.join(refs)}] as keys, ${sql.ref(column)} as bytes from ${sql.table(table)}
    where ${isLater} and length(${sql.ref(column)}) > 0
    order by ${sql.join(refs)} limit ${limit}`.execute(db)
  return rows
}

/** Replaces values that are still as they were read; returns how many. */
export async function replaceEncryptedValues(
  db: DbOrTx,
  { table, column, keys }: EncryptedColumn,
  values: readonly (EncryptedValue & { replacement: Buffer })[],
): Promise<number> {
  const columns = keys.map((_, index) => values.map((value) => value.keys[index] ?? ''))
  const names = keys.map((_, index) => sql.ref(`key${index}`))
  const matches = keys.map((key, index) => sql`stored.${sql.ref(key)} = given.${sql.ref(`key${index}`)}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} stored set ${sql.ref(column)} = given.replacement
    from unnest(${sql.join(columns.map((each) => sql`${each}::text[]`))}, ${values.map(({ bytes }) => bytes)}::bytea[],
      ${values.map(({ replacement }) => replacement)}::bytea[]) given (${sql.join(names)}, bytes, replacement)
    where ${sql.join(matches, sql` and `)} and stored.${sql.ref(column)} = given.bytes`.execute(db)
  return Number(numAffectedRows ?? 0)
}
