import { newId } from '#web/lib/new-id.ts'

/**
 * Returns a key that makes retries return the first response (product.md §4). Create one per user action and send it
 * with every retry.
 */
export const newIdempotencyKey = (): string => newId()
