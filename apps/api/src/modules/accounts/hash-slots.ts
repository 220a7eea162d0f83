import { commonErrors } from '../../shared/app-error.ts'
import { createSlots } from '../../shared/slots.ts'

/**
 * Runs work that hashes a password, two at once in this process: more would only share the threads that hash. With a
 * hundred in line it refuses, so that a flood costs no memory.
 *
 * The hashing functions take no slot themselves: what is counted before and noted after a hash belongs in the same
 * slot, or many attempts at once would all be counted before the first of them is noted.
 */
export const inHashSlot = createSlots(2, {
  mostWaiting: 100,
  refusal: () => commonErrors.make('server.busy', { retryAfterSeconds: 5 }),
})
