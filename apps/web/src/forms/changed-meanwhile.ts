import { z } from 'zod/mini'
import { ApiError } from '#web/lib/http/api-error.ts'

const conflict = z.object({ current: z.record(z.string(), z.nullable(z.string())) })

/** The current texts that made the server refuse a change, by field; empty for other errors. */
export function changedMeanwhile(error: unknown): Partial<Record<string, string | null>> {
  if (!(error instanceof ApiError) || error.code !== 'details.changed') return {}
  return conflict.safeParse(error.errors).data?.current ?? {}
}

/** For example "Someone else changed this to “PO 4712”. Save again to replace it." */
export function changedMeanwhileText(current: string | null | undefined): string | undefined {
  if (current === undefined) return undefined
  return current === null
    ? 'Someone else removed this. Save again to keep yours.'
    : `Someone else changed this to “${current}”. Save again to replace it.`
}
