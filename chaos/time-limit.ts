/** A step that hangs. What it left behind would falsify those after it. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded'
}

/**
 * Waits for a step; one that hangs goes on until the process ends.
 * @throws TimeLimitExceeded which names it, after the limit
 */
export async function withTimeLimit<Result>(
  step: string,
  limitMs: number,
  running: Promise<Result>,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const error = new TimeLimitExceeded(`${step} did not end within ${limitMs / 1000} s`)
  const timer = setTimeout(() => late.reject(error), limitMs)
  try {
    return await Promise.race([running, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
