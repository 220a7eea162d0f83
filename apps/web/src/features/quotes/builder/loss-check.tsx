import { useEffect, useEffectEvent, useState } from 'react'
import { LossDialog } from './loss-dialog.tsx'
import type { PendingQuote } from './pending-quote.ts'
import { usePossibleLoss } from './use-possible-loss.ts'

interface LossCheckProps {
  pendingQuote: PendingQuote
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Mounted once a quote is submitted: confirms at once when it covers cost and fee, and asks when it does not or when
 * the costs could not be loaded.
 */
export function LossCheck({ pendingQuote, onConfirm, onCancel }: LossCheckProps) {
  const { loss: known, isLoading, isFailed } = usePossibleLoss(pendingQuote)
  const loss = known ?? (isFailed ? 'unknown' : null)
  // The question keeps its amount while prices change.
  const [askedLoss, setAskedLoss] = useState<typeof loss>(null)
  if (askedLoss === null && loss !== null && !isLoading) setAskedLoss(loss)
  const isCovered = !isLoading && loss === null && askedLoss === null
  const confirmCovered = useEffectEvent(onConfirm)
  useEffect(() => {
    if (isCovered) confirmCovered()
  }, [isCovered])
  return (
    <LossDialog loss={askedLoss} confirmLabel="Quote at a loss" onConfirm={onConfirm} onCancel={onCancel} />
  )
}
