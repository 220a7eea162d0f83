import { useCallback, useRef } from 'react'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { wasLost } from './hold-refusal.ts'

/**
 * Gives every intention its idempotency key: the same again as long as no answer came, since a press whose answer was
 * lost is the same intention when it is repeated, unless `isSame` denies it by the time of the first; a new one after any
 * answer.
 */
export function useIntentionKeys(isSame: (since: number) => boolean = always) {
  const open = useRef(new Map<string, { key: string; since: number }>())
  return useCallback(
    async <Answer>(intention: string, act: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
      const known = open.current.get(intention)
      const { key, since } =
        known && isSame(known.since) ? known : { key: newIdempotencyKey(), since: Date.now() }
      open.current.set(intention, { key, since })
      try {
        const answer = await act(key)
        open.current.delete(intention)
        return answer
      } catch (error) {
        if (!wasLost(error)) open.current.delete(intention)
        throw error
      }
    },
    [isSame],
  )
}

const always = () => true
