import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureText } from '#web/features/holds/hold-error.ts'
import { useReleaseForCancelledPurchase } from '#web/features/holds/mutations.ts'
import { isResponseLost } from '#web/lib/http/api-error.ts'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'

export type CancelPurchase = ReturnType<typeof useCancelPurchase>

/**
 * "Cancel purchase" (spec §4). Used by the page, because its header disappears with the last ticket. If the response
 * is lost, `held` shows whether the tickets were released.
 */
export function useCancelPurchase(held: readonly WireHold[] | undefined, onCancelled: () => void) {
  const { mutateAsync, isPending } = useReleaseForCancelledPurchase()
  const withIdempotencyKey = useIdempotencyKeys()
  const [requestedIds, setRequestedIds] = useState<ReadonlySet<string>>(noIds)
  const [isConfirmed, setConfirmed] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isReleased =
    requestedIds.size > 0 && held !== undefined && !held.some(({ hold_id }) => requestedIds.has(hold_id))
  const isCancelled = isConfirmed || isReleased

  const notifyCancelled = useEffectEvent(onCancelled)
  useEffect(() => {
    if (isCancelled) notifyCancelled()
  }, [isCancelled])

  return {
    isPending,
    problem,
    isCancelled,
    cancel: async (holds: readonly WireHold[]) => {
      const items = holds.map(({ hold_id, quantity }) => ({ hold_id, quantity }))
      setProblem(null)
      setRequestedIds(new Set(items.map(({ hold_id }) => hold_id)))
      try {
        await withIdempotencyKey(JSON.stringify(items), (idempotencyKey) =>
          mutateAsync({ items, idempotencyKey }),
        )
        setConfirmed(true)
      } catch (error) {
        if (!isResponseLost(error)) setRequestedIds(noIds)
        setProblem(failureText(error, advice))
      }
    },
    /** The buyer keeps the tickets, so a later release is not a cancellation. */
    dismiss: () => {
      setRequestedIds(noIds)
      setProblem(null)
    },
  }
}

const noIds: ReadonlySet<string> = new Set()

const advice = 'Try again. Nothing will be released twice.'
