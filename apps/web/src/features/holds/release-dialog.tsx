import type { WireHold } from '@terrace/contracts/holds'
import { formatMoney } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { useState } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberChooser } from '#web/ui/number-chooser.tsx'
import { holdTotals, placeText } from './basket.ts'
import { useReleaseHolds } from './mutations.ts'

interface ReleaseDialogProps {
  holds: readonly WireHold[]
  isOpen: boolean
  onClose: () => void
}

/** Everything that is held, to be given back whole, in part, or all at once. */
export function ReleaseDialog({ holds, isOpen, onClose }: ReleaseDialogProps) {
  const release = useReleaseHolds()
  const releasable = holds.filter(({ state }) => state === 'active')

  function releaseAll() {
    release.mutate(
      {
        items: releasable.map(({ hold_id, quantity }) => ({ hold_id, quantity })),
        idempotencyKey: newIdempotencyKey(),
      },
      { onSuccess: onClose },
    )
  }

  return (
    <Dialog
      title="Release tickets"
      size="md"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!release.isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={release.isPending}>
            Close
          </Button>
          {releasable.length > 1 && (
            <Button tone="danger" isPending={release.isPending} onPress={releaseAll}>
              Release all
            </Button>
          )}
        </>
      }
    >
      <ul className="-my-3 divide-y divide-line text-sm">
        {holds.map((hold) => (
          <HeldLine
            key={hold.hold_id}
            hold={hold}
            isBusy={release.isPending}
            isLast={holds.length === 1}
            onLast={onClose}
          />
        ))}
      </ul>
      {release.error && (
        <p role="alert" className="mt-4 text-sm font-medium text-danger">
          {errorText(release.error)}
        </p>
      )}
    </Dialog>
  )
}

interface HeldLineProps {
  hold: WireHold
  isBusy: boolean
  isLast: boolean
  onLast: () => void
}

function HeldLine({ hold, isBusy, isLast, onLast }: HeldLineProps) {
  const release = useReleaseHolds()
  const [wanted, setWanted] = useState(hold.quantity)
  // After a part has gone back the rest has other parts.
  const quantity = hold.listing.releasable.includes(wanted) ? wanted : hold.quantity
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="font-semibold">{placeText(hold)}</p>
          <p className="text-xs text-muted">
            {hold.event.title} · {formatTickets(hold.quantity)} · {formatMoney(holdTotals(hold).tickets)}
          </p>
        </div>
        {hold.state === 'paying' ? (
          <span className="text-xs text-muted">Being paid for</span>
        ) : (
          <>
            {hold.listing.releasable.length > 1 && (
              <NumberChooser
                label={`Quantity to release, ${placeText(hold)}`}
                numbers={hold.listing.releasable}
                value={quantity}
                onChange={setWanted}
                limit={4}
              />
            )}
            <Button
              size="sm"
              isPending={release.isPending}
              isDisabled={isBusy}
              onPress={() =>
                release.mutate(
                  { items: [{ hold_id: hold.hold_id, quantity }], idempotencyKey: newIdempotencyKey() },
                  {
                    onSuccess: () => {
                      if (isLast && quantity === hold.quantity) onLast()
                    },
                  },
                )
              }
            >
              Release {formatTickets(quantity)}
            </Button>
          </>
        )}
      </div>
      {release.error && (
        <p role="alert" className="mt-2 text-xs font-medium text-danger">
          {errorText(release.error)}
        </p>
      )}
    </li>
  )
}
