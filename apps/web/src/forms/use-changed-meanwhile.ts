import { useState } from 'react'
import { z } from 'zod/mini'
import { ApiError } from '#web/lib/http/api-error.ts'

type Texts = Partial<Record<string, string | null>>

/**
 * What a form compares its fields with: the saved values, and from an error `details.changed` on the current ones. Its
 * message names these texts, so another save replaces them.
 */
export function useChangedMeanwhile<Seen>(
  saved: Seen,
  error: unknown,
  merge: (seen: Seen, current: Texts) => Seen,
) {
  const current = currentTextsOf(error)
  const [seen, setSeen] = useState(saved)
  const [mergedError, setMergedError] = useState(error)
  if (mergedError !== error) {
    setMergedError(error)
    setSeen(merge(seen, current))
  }
  return {
    seen,
    hasConflicts: Object.keys(current).length > 0,
    conflictText: (field: string) => conflictText(current[field]),
  }
}

const conflict = z.object({ current: z.record(z.string(), z.nullable(z.string())) })

/** The current texts that made the server refuse a change, by field; empty for other errors. */
function currentTextsOf(error: unknown): Texts {
  if (!(error instanceof ApiError) || error.code !== 'details.changed') return {}
  return conflict.safeParse(error.errors).data?.current ?? {}
}

/** For example "Someone else changed this to “PO 4712”. Save again to replace it." */
function conflictText(current: string | null | undefined): string | undefined {
  if (current === undefined) return undefined
  return current === null
    ? 'Someone else removed this. Save again to keep yours.'
    : `Someone else changed this to “${current}”. Save again to replace it.`
}
