import { useState } from 'react'
import { failureText } from './hold-refusal.ts'
import { useReleaseHolds, type ReleaseItem } from './mutations.ts'
import { useIntentionKeys } from './use-intention-keys.ts'

/** Gives tickets back from one place of the screen, which says itself what went wrong. */
export function useRelease() {
  const { mutateAsync, isPending } = useReleaseHolds()
  const withKey = useIntentionKeys()
  const [problem, setProblem] = useState<string | null>(null)

  /** All or nothing; true when nothing is left of these holds. An answer that comes again may leave some. */
  async function release(items: ReleaseItem[]): Promise<boolean> {
    setProblem(null)
    try {
      const { data } = await withKey(JSON.stringify(items), (idempotencyKey) =>
        mutateAsync({ items, idempotencyKey }),
      )
      return data.every(({ remaining }) => remaining === 0)
    } catch (error) {
      setProblem(failureText(error, 'Press Release again: it releases only once.'))
      return false
    }
  }

  return { release, isPending, problem }
}
