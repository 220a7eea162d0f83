import type { z } from 'zod/mini'

/** What is wrong with each field by the call's own rules (spec §5), the first text of each; empty when it can be sent. */
export function fieldErrors(schema: z.ZodMiniType | undefined, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema?.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message
  }
  return errors
}
