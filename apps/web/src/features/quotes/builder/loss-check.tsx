import { useEffect, useEffectEvent, useState } from 'react'
import { LossDialog } from './loss-dialog.tsx'
import type { PendingQuote } from './pending-quote.ts'
import { usePossibleLoss, type LossState } from './use-possible-loss.ts'

interface LossActions {
  onConfirm: () => void
  onCancel: () => void
}

/** Checks a new quote once it is submitted. */
export function NewQuoteLossCheck({
  pendingQuote,
  ...actions
}: LossActions & { pendingQuote: PendingQuote }) {
  return <LossCheck state={usePossibleLoss(pendingQuote)} {...actions} />
}

/**
 * Confirms at once when a quote covers cost and fee, and asks when it does not or when the costs could not be loaded.
 */
export function LossCheck({
  state: { loss: known, isLoading, isFailed },
  onConfirm,
  onCancel,
}: LossActions & { state: LossState }) {
  const loss = known ?? (isFailed ? 'unknown' : null)
  // The question keeps its amount while prices change.
  const [lossToConfirm, setLossToConfirm] = useState<typeof loss>(null)
  if (lossToConfirm === null && loss !== null && !isLoading) setLossToConfirm(loss)
  const isCovered = !isLoading && loss === null && lossToConfirm === null
  const confirmCovered = useEffectEvent(onConfirm)
  useEffect(() => {
    if (isCovered) confirmCovered()
  }, [isCovered])
  return (
    <LossDialog
      loss={lossToConfirm}
      confirmLabel="Quote at a loss"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
