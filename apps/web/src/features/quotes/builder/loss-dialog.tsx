import { formatMoney, type Money } from '@terrace/domain/money/money'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

/** Maximum loss of a quote. */
export interface PossibleLoss {
  amount: Money
  /** A whole event has no total. */
  isPerTicket: boolean
}

interface LossDialogProps {
  /** `null` while there is nothing to ask; `unknown` when the costs could not be loaded. */
  loss: PossibleLoss | 'unknown' | null
  confirmLabel: string
  isPending?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a client gets a price below cost and fee. */
export function LossDialog({ loss, ...actions }: LossDialogProps) {
  if (loss === 'unknown') {
    return (
      <ConfirmDialog
        {...actions}
        isOpen
        title="Quote without a cost check?"
        message="The current costs couldn’t be loaded. The client’s price may not cover cost and fee."
        confirmLabel="Quote anyway"
        cancelLabel="Go back"
        tone="danger"
      />
    )
  }
  const amount = loss && `${formatMoney(loss.amount)}${loss.isPerTicket ? ' per ticket' : ''}`
  return (
    <ConfirmDialog
      {...actions}
      isOpen={loss !== null}
      title="Quote below cost?"
      message={`The client’s price doesn’t cover cost and fee. You’d lose up to ${amount ?? ''}.`}
      cancelLabel="Go back"
      tone="danger"
    />
  )
}
