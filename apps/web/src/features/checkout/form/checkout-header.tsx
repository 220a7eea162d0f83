import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { basketOf } from '#web/features/holds/basket/basket.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import type { CancelPurchase } from '#web/features/checkout/payment/use-cancel-purchase.ts'

interface CheckoutHeaderProps {
  holds: readonly WireHold[]
  /** While a payment runs, the countdown stops and the purchase cannot be cancelled. */
  isPaying: boolean
  onExpired: () => void
  cancelling: CancelPurchase
}

/** Replaces the menu during checkout: the time left and "Cancel purchase" (spec §2). */
export function CheckoutHeader({ holds, isPaying, onExpired, cancelling }: CheckoutHeaderProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { expiresAt, tickets, isPaying: isHeldByPayment } = basketOf(holds)
  const isBlocked = isPaying || isHeldByPayment

  return (
    <>
      {expiresAt !== null && (
        <Countdown
          key={expiresAt}
          label="Time left to check out"
          expiresAt={expiresAt}
          offset={clockOffset()}
          isFrozen={isBlocked}
          onExpire={onExpired}
        />
      )}
      <Button
        onPress={() => setConfirming(true)}
        isDisabled={isBlocked || cancelling.isPending}
        className="max-sm:!px-3"
      >
        Cancel purchase
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Cancel this purchase?"
        message={
          <>
            <p>{formatTickets(tickets)} will be released and go back on sale.</p>
            {cancelling.problem !== null && (
              <p role="alert" className="mt-3 font-medium text-danger">
                {cancelling.problem}
              </p>
            )}
          </>
        }
        confirmLabel="Cancel purchase"
        cancelLabel="Keep tickets"
        tone="danger"
        isPending={cancelling.isPending}
        onConfirm={() => void cancelling.cancel(holds)}
        onCancel={() => {
          cancelling.dismiss()
          setConfirming(false)
        }}
      />
    </>
  )
}
