import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { allInLineText, holdAllInPrice } from './all-in-line.ts'
import { sectionAndRow } from './basket.ts'
import { EventLines } from './event-lines.tsx'
import {
  canRelease,
  isReleaseScheduled,
  releasingText,
} from '#web/features/holds/release/scheduled-release.ts'
import { useScheduleRelease } from '#web/features/holds/release/use-schedule-release.ts'
import { useUndoRelease } from '#web/features/holds/release/use-undo-release.ts'

interface HeldLinesProps {
  holds: readonly WireHold[]
  isBusy: boolean
  /** Focuses the first control, in a dialog that opens for these lines. */
  autoFocus?: boolean
  onEmpty: () => void
}

/** Holds grouped by event, each with a control to release all or an allowed part of it. */
export function HeldLines({ holds, isBusy, autoFocus = false, onEmpty }: HeldLinesProps) {
  const first = autoFocus ? holds.find(canRelease) : undefined
  return (
    <EventLines items={holds} eventOf={({ event }) => event}>
      {(hold) => (
        <HeldLine
          key={hold.hold_id}
          hold={hold}
          isBusy={isBusy}
          autoFocus={hold === first}
          onReleased={() => holds.length === 1 && onEmpty()}
        />
      )}
    </EventLines>
  )
}

interface HeldLineProps {
  hold: WireHold
  isBusy: boolean
  autoFocus: boolean
  onReleased: () => void
}

function HeldLine({ hold, isBusy, autoFocus, onReleased }: HeldLineProps) {
  const { scheduleRelease, isPending, problem } = useScheduleRelease()
  const undo = useUndoRelease()
  const [selectedQuantity, setSelectedQuantity] = useState(hold.quantity)
  const { releasable } = hold.listing
  // After a partial release, the remaining tickets have other allowed quantities.
  const quantity = releasable.includes(selectedQuantity) ? selectedQuantity : hold.quantity

  async function releaseSelected() {
    const result = await scheduleRelease([{ hold, quantity }])
    if (result?.hasRemainingTickets === false) onReleased()
  }

  return (
    <li className="@container py-3">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 @md:grid-cols-[1fr_auto_auto]">
        <div className="min-w-0">
          <p className="font-semibold">{sectionAndRow(hold)}</p>
          <p className="text-xs text-muted">{allInLineText(hold.quantity, holdAllInPrice(hold))}</p>
        </div>
        {hold.state === 'paying' && (
          <span className="col-start-2 text-xs text-muted @md:col-start-3">Payment in progress</span>
        )}
        {isReleaseScheduled(hold) && (
          <>
            <span className="text-xs text-muted @max-md:col-span-full @max-md:row-start-2">
              {releasingText(hold)}
            </span>
            <Button
              size="sm"
              aria-label={`Undo the release, ${sectionAndRow(hold)}`}
              onPress={() => undo([hold])}
              className="col-start-2 row-start-1 @md:col-start-3"
            >
              Undo
            </Button>
          </>
        )}
        {canRelease(hold) && (
          <>
            {releasable.length > 1 && (
              <NumberChooser
                label={`Quantity to release, ${sectionAndRow(hold)}`}
                numbers={releasable}
                value={quantity}
                onChange={setSelectedQuantity}
                limit={4}
                autoFocus={autoFocus}
                className="@max-md:col-span-full @max-md:row-start-2"
              />
            )}
            <Button
              size="sm"
              isPending={isPending}
              isDisabled={isBusy}
              autoFocus={autoFocus && releasable.length <= 1}
              onPress={() => void releaseSelected()}
              className="col-start-2 row-start-1 @md:col-start-3"
            >
              Release {formatTickets(quantity)}
            </Button>
          </>
        )}
      </div>
      {hold.next_hold_waits_minutes !== null && hold.state === 'active' && (
        <p className="mt-2 text-xs text-muted">
          Your team has held these before without buying. If this hold ends, wait{' '}
          {hold.next_hold_waits_minutes} minutes to hold them again.
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="mt-2 text-xs font-medium text-danger">
          {problem}
        </p>
      )}
    </li>
  )
}
