import { createHash } from 'node:crypto'
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
