import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useEffectEvent, useState } from 'react'
import { failureText, wasLost } from '#web/features/holds/hold-refusal.ts'
import { useReleaseHolds } from '#web/features/holds/mutations.ts'
import { useIntentionKeys } from '#web/features/holds/use-intention-keys.ts'

export type CancelPurchase = ReturnType<typeof useCancelPurchase>

/**
 * 'Cancel purchase' (spec §4), from the press to what comes after it. It belongs to the page and not to its header, which is
 * gone with the last ticket. `held` is what the team holds now: where the answer was lost, it tells that the tickets are
 * released.
 */
export function useCancelPurchase(held: readonly WireHold[] | undefined, onCancelled: () => void) {
  const { mutateAsync, isPending } = useReleaseHolds()
  const withKey = useIntentionKeys()
  const [asked, setAsked] = useState<ReadonlySet<string>>(nothing)
  const [isAnswered, setAnswered] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isGone = asked.size > 0 && held !== undefined && !held.some(({ hold_id }) => asked.has(hold_id))
  const isCancelled = isAnswered || isGone

  const leave = useEffectEvent(onCancelled)
  useEffect(() => {
    if (isCancelled) leave()
  }, [isCancelled])

  return {
    isPending,
    problem,
    isCancelled,
    cancel: async (holds: readonly WireHold[]) => {
      const items = holds.map(({ hold_id, quantity }) => ({ hold_id, quantity }))
      setProblem(null)
      setAsked(new Set(items.map(({ hold_id }) => hold_id)))
      try {
        await withKey(JSON.stringify(items), (idempotencyKey) => mutateAsync({ items, idempotencyKey }))
        setAnswered(true)
      } catch (error) {
        if (!wasLost(error)) setAsked(nothing)
        setProblem(failureText(error, advice))
      }
    },
    /** The tickets are kept after all: what becomes of them now is no cancellation. */
    forget: () => {
      setAsked(nothing)
      setProblem(null)
    },
  }
}

const nothing: ReadonlySet<string> = new Set()

const advice = 'Press Cancel purchase again when you are connected: it releases only once.'
