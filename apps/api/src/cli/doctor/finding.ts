/** `problem`: the installation does not work, or loses or exposes something, until it is corrected. */
export type Level = 'ok' | 'advice' | 'problem'

/** What the doctor found about one part of the installation. */
export interface Finding {
  level: Level
  part: string
  text: string
  /** A line to set in the environment, or a command to run. */
  remedy?: string
}

export const ok = (part: string, text: string): Finding => ({ level: 'ok', part, text })

export function advice(part: string, text: string, remedy?: string): Finding {
  return { level: 'advice', part, text, ...(remedy !== undefined && { remedy }) }
}

export function problem(part: string, text: string, remedy?: string): Finding {
  return { level: 'problem', part, text, ...(remedy !== undefined && { remedy }) }
}

/** A part that does not respond in this time counts as unreachable. */
const timeoutMs = 10_000

/** The findings of a check; one that fails or takes too long becomes a problem of its own. */
export async function examine(
  part: string,
  check: () => Promise<Finding[]>,
  remedy?: string,
): Promise<Finding[]> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => timeout.reject(new Error(`no answer within ${timeoutMs / 1000} seconds`)),
    timeoutMs,
  )
  try {
    return await Promise.race([check(), timeout.promise])
  } catch (error) {
    return [problem(part, reasonOf(error), remedy)]
  } finally {
    clearTimeout(timer)
  }
}

/** Connection errors of several addresses have no message of their own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  return error.message || ((error as NodeJS.ErrnoException).code ?? error.name)
}
