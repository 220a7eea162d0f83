import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets'
import { useState } from 'react'
import { basketOf } from '#web/features/holds/basket.ts'
import { useReleaseHolds } from '#web/features/holds/mutations.ts'
import { errorText } from '#web/lib/api-error.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Countdown } from '#web/ui/countdown.tsx'

interface CheckoutHeaderProps {
  holds: readonly WireHold[]
  /** While a payment runs the time stands still and nothing can be cancelled. */
  isPaying: boolean
  onExpired: () => void
  onCancelled: () => void
}

/** In place of the menu: the time left, and the way out (spec §2). */
export function CheckoutHeader({ holds, isPaying, onExpired, onCancelled }: CheckoutHeaderProps) {
  const [isAsking, setAsking] = useState(false)
  const release = useReleaseHolds()
  const { expiresAt, tickets, isPaying: isHeldByPayment } = basketOf(holds)
  const isBlocked = isPaying || isHeldByPayment

  function cancel() {
    release.mutate(
      {
        items: holds.map(({ hold_id, quantity }) => ({ hold_id, quantity })),
        idempotencyKey: newIdempotencyKey(),
      },
      { onSuccess: onCancelled },
    )
  }

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
        isDisabled={isBlocked || release.isPending}
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
            {release.error && (
              <p role="alert" className="mt-3 font-medium text-danger">
                {errorText(release.error)}
              </p>
            )}
          </>
        }
        confirmLabel="Cancel purchase"
        cancelLabel="Keep the tickets"
        tone="danger"
        isPending={release.isPending}
        onConfirm={cancel}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
