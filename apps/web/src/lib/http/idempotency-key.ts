import { newId } from '#web/lib/new-id.ts'

/**
 * Returns a key that makes retries return the first response (product.md §4). Create one per user action and send it
 * with every retry.
 */
export const newIdempotencyKey = (): string => newId()

/** How long a retry after a lost response may reuse its key. */
export const maxRetryMs = 10 * 60_000

/** Whether sending again now counts as a retry of the request sent at `sentAt`, which got no response. */
export const isRecentRequest = (sentAt: number): boolean => Date.now() - sentAt < maxRetryMs
