import { useCallback, useRef } from 'react'
import { isResponseLost } from './api-error.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

/**
 * Sends requests with an idempotency key. An equal request reuses its key until a response arrives, if
 * `canReuse` accepts the time at which the first one was sent.
 */
export function useIdempotencyKeys(canReuse: (sentAt: number) => boolean = always) {
  const pending = useRef(new Map<string, { key: string; sentAt: number }>())
  return useCallback(
    async <Result>(
      requestText: string,
      send: (idempotencyKey: string) => Promise<Result>,
    ): Promise<Result> => {
      const existing = pending.current.get(requestText)
      const { key, sentAt } =
        existing && canReuse(existing.sentAt) ? existing : { key: newIdempotencyKey(), sentAt: Date.now() }
      pending.current.set(requestText, { key, sentAt })
      try {
        const result = await send(key)
        pending.current.delete(requestText)
        return result
      } catch (error) {
        if (!isResponseLost(error)) pending.current.delete(requestText)
        throw error
      }
    },
    [canReuse],
  )
}

const always = () => true
