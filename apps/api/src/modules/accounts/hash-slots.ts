import { commonErrors } from '../../shared/app-error.ts'

const atOnce = 2
const mostWaiting = 100

let free = atOnce
const waiting: (() => void)[] = []

/**
 * Runs work that hashes a password, two at once in this process: more would only share the threads that hash. Past
 * {@link mostWaiting} in line it refuses, so that a flood costs no memory.
 *
 * The hashing functions take no slot themselves: what is counted before and noted after a hash belongs in the same
 * slot, or many attempts at once would all be counted before the first of them is noted. `beforeWaiting` runs where
 * there is a line, so that who is refused anyway takes nobody's place in it.
 */
export async function inHashSlot<Result>(
  work: () => Promise<Result>,
  beforeWaiting?: () => Promise<void>,
): Promise<Result> {
  if (free === 0) await beforeWaiting?.()
  if (free > 0) free -= 1
  else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw commonErrors.make('server.busy', { retryAfterSeconds: 5 })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}
