import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { defineErrors } from './app-error.ts'

/**
 * Idempotent requests (product.md §12.2). A key belongs to a team and a route, and accepts one body for 24 hours.
 * `claim_idempotency_key` runs in the transaction of the effect, so both commit or neither does; a concurrent
 * duplicate waits. Errors are not stored, so the key can be retried.
 */
export interface IdempotencyKey {
  key: string
  bodyHash: Buffer
}

export interface IdempotencyScope {
  teamId: string
  /** Name of the route contract. */
  route: string
}

export const idempotencyErrors = defineErrors({
  'idempotency.key_reused': {
    status: 422,
    title: 'Idempotency-Key: was used with a different request. Use a new key',
  },
})

/** The key with a hash of the parsed body; `undefined` when the caller sent no key. */
export function idempotencyKey(key: string | undefined, body: unknown): IdempotencyKey | undefined {
  if (key === undefined) return undefined
  return { key, bodyHash: createHash('sha256').update(canonicalJson(body)).digest() }
}

/** JSON that does not depend on the key order of objects. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  )
}

/**
 * Claims the key in the caller's transaction. Returns `undefined` for a new key (do the work, then {@link
 * storeResponse}) or the stored response.
 * @throws `idempotency.key_reused` when the key came with another body
 */
export async function claimKey(
  tx: Tx,
  { teamId, route }: IdempotencyScope,
  { key, bodyHash }: IdempotencyKey,
): Promise<unknown> {
  const { rows } = await sql<{ response: unknown }>`
    select claim_idempotency_key(${teamId}, ${route}, ${key}, ${bodyHash}) as response`.execute(tx)
  const response = rows[0]?.response ?? undefined
  if (typeof response === 'object' && response !== null && 'key_reused' in response)
    throw idempotencyErrors.make('idempotency.key_reused')
  return response
}

export async function storeResponse(
  tx: Tx,
  { teamId, route }: IdempotencyScope,
  { key }: IdempotencyKey,
  response: object,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(response) })
    .where('team_id', '=', teamId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

/** The id in a stored response. */
export function storedId(response: unknown, name: string): string {
  const id: unknown =
    typeof response === 'object' && response !== null ? Reflect.get(response, name) : undefined
  if (typeof id !== 'string') throw new Error(`stored response has no ${name}`)
  return id
}

/** Deletes keys older than a day, which are already reusable, and returns how many. */
export async function purgeOldIdempotencyKeys(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`clock_timestamp() - interval '24 hours'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
