import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transaction.ts'
import { defineErrors } from './app-error.ts'

/**
 * Repeats of a request (product.md §12). A key is the team's and the route's; it answers one body only, for 24 hours.
 * The database function `claim_idempotency_key` does the work in the transaction of the effect, so that the effect and
 * the memory of it exist together or not at all; a duplicate in flight waits there. A refusal has no effect and is not
 * remembered: the same key may then be tried again.
 */
export interface IdempotencyKey {
  key: string
  bodyHash: Buffer
}

export interface IdempotencyScope {
  teamId: string
  /** The contract's name. */
  route: string
}

export const idempotencyErrors = defineErrors({
  'idempotency.key_reused': {
    status: 422,
    title: 'Idempotency-Key: this key came with another request before. Use a new key',
  },
})

/** The key of a call with what it came with; undefined where the caller sent none. `body` is the parsed one. */
export function idempotencyKey(key: string | undefined, body: unknown): IdempotencyKey | undefined {
  if (key === undefined) return undefined
  return { key, bodyHash: createHash('sha256').update(canonicalJson(body)).digest() }
}

/** JSON whose text does not depend on the order in which the caller wrote the keys of an object. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  )
}

/**
 * Claims the key inside the caller's transaction. Undefined: it is ours, do the work and {@link storeAnswer}; else the
 * first answer. Throws `idempotency.key_reused` where the key came with another body.
 */
export async function claimKey(
  tx: Tx,
  { teamId, route }: IdempotencyScope,
  { key, bodyHash }: IdempotencyKey,
): Promise<unknown> {
  const { rows } = await sql<{ answer: unknown }>`
    select claim_idempotency_key(${teamId}, ${route}, ${key}, ${bodyHash}) as answer`.execute(tx)
  const answer = rows[0]?.answer ?? undefined
  if (typeof answer === 'object' && answer !== null && 'key_reused' in answer)
    throw idempotencyErrors.make('idempotency.key_reused')
  return answer
}

export async function storeAnswer(
  tx: Tx,
  { teamId, route }: IdempotencyScope,
  { key }: IdempotencyKey,
  answer: object,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('team_id', '=', teamId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

/** The id that a stored answer names. */
export function idIn(answer: unknown, name: string): string {
  const id: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
  if (typeof id !== 'string') throw new Error(`a stored answer has no ${name}`)
  return id
}

/** Forgets keys older than a day; they were free again already. Answers how many. */
export async function forgetOldKeys(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`clock_timestamp() - interval '24 hours'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
