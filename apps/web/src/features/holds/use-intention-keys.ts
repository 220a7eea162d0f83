import { useCallback, useRef } from 'react'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { wasLost } from './hold-refusal.ts'

/**
 * Gives every intention its idempotency key: the same again as long as no answer came, since a press whose answer was
 * lost is the same intention when it is repeated; a new one after any answer.
 */
export function useIntentionKeys() {
  const open = useRef(new Map<string, string>())
  return useCallback(
    async <Answer>(intention: string, act: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
      const key = open.current.get(intention) ?? newIdempotencyKey()
      open.current.set(intention, key)
      try {
        const answer = await act(key)
        open.current.delete(intention)
        return answer
      } catch (error) {
        if (!wasLost(error)) open.current.delete(intention)
        throw error
      }
    },
    [],
  )
}
