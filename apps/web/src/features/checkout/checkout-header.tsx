import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets'
import { useState } from 'react'
import { basketOf } from '#web/features/holds/basket.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import type { CancelPurchase } from './use-cancel-purchase.ts'

interface CheckoutHeaderProps {
  holds: readonly WireHold[]
  /** While a payment runs the time stands still and nothing can be cancelled. */
  isPaying: boolean
  onExpired: () => void
  cancelling: CancelPurchase
}

/** In place of the menu: the time left, and the way out (spec §2). */
export function CheckoutHeader({ holds, isPaying, onExpired, cancelling }: CheckoutHeaderProps) {
  const [isAsking, setAsking] = useState(false)
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
        onPress={() => setAsking(true)}
        isDisabled={isBlocked || cancelling.isPending}
        className="max-sm:!px-3"
      >
        Cancel purchase
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancel this purchase?"
        message={
          <>
            <p>{formatTickets(tickets)} will be released and can be bought by others at once.</p>
            {cancelling.problem !== null && (
              <p role="alert" className="mt-3 font-medium text-danger">
                {cancelling.problem}
              </p>
            )}
          </>
        }
        confirmLabel="Cancel purchase"
        cancelLabel="Keep the tickets"
        tone="danger"
        isPending={cancelling.isPending}
        onConfirm={() => void cancelling.cancel(holds)}
        onCancel={() => {
          cancelling.forget()
          setAsking(false)
        }}
      />
    </>
  )
}
