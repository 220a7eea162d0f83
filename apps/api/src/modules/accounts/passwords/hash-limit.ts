import { commonErrors } from '#api/shared/app-error.ts'
import { createLimiter } from '#api/shared/concurrency/concurrency-limit.ts'

/**
 * Runs two pieces of hashing work at a time; more would only share the hashing threads. Rejects the 101st waiter so
 * that a flood costs no memory.
 * Callers take the permit, not the hashing functions: counting attempts before the hash and recording the result
 * after it belong in the same permit, or concurrent attempts would all be counted before the first is recorded.
 */
export const withHashPermit = createLimiter(2, {
  maxWaiting: 100,
  createError: () => commonErrors.make('server.busy', { retryAfterSeconds: 5 }),
})
