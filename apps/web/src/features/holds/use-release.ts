import { useState } from 'react'
import { failureText } from './hold-refusal.ts'
import { useReleaseHolds, type ReleaseItem } from './mutations.ts'
import { useIntentionKeys } from './use-intention-keys.ts'

/** Gives tickets back from one place of the screen, which says itself what went wrong. */
export function useRelease() {
  const { mutateAsync, isPending } = useReleaseHolds()
  const withKey = useIntentionKeys()
  const [problem, setProblem] = useState<string | null>(null)

  /** All or nothing; true when it was done. */
  async function release(items: ReleaseItem[]): Promise<boolean> {
    setProblem(null)
    try {
      await withKey(JSON.stringify(items), (idempotencyKey) => mutateAsync({ items, idempotencyKey }))
      return true
    } catch (error) {
      setProblem(failureText(error, 'Press Release again: it releases only once.'))
      return false
    }
  }

  return { release, isPending, problem }
}
