import type { WireHold } from '@terrace/contracts/holds'
import { formatMoney } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { NumberChooser } from '#web/ui/number-chooser.tsx'
import { holdTotals, placeText } from './basket.ts'
import { EventLines } from './event-lines.tsx'
import { useRelease } from './use-release.ts'

interface HeldLinesProps {
  holds: readonly WireHold[]
  /** Something about all of them is under way. */
  isBusy: boolean
  /** The last hold went back whole. */
  onEmpty: () => void
}

/** What is held, by event, each hold to be given back whole or in an allowed part. */
export function HeldLines({ holds, isBusy, onEmpty }: HeldLinesProps) {
  return (
    <EventLines items={holds} eventOf={({ event }) => event}>
      {(hold) => (
        <HeldLine
          key={hold.hold_id}
          hold={hold}
          isBusy={isBusy}
          onReleased={() => holds.length === 1 && onEmpty()}
        />
      )}
    </EventLines>
  )
}

interface HeldLineProps {
  hold: WireHold
  isBusy: boolean
  /** All of it went back. */
  onReleased: () => void
}

function HeldLine({ hold, isBusy, onReleased }: HeldLineProps) {
  const { release, isPending, problem } = useRelease()
  const [wanted, setWanted] = useState(hold.quantity)
  const { releasable } = hold.listing
  // After a part has gone back the rest has other parts.
  const quantity = releasable.includes(wanted) ? wanted : hold.quantity

  async function press() {
    if (await release([{ hold_id: hold.hold_id, quantity }])) onReleased()
  }

  return (
    <li className="py-3">
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 sm:grid-cols-[1fr_auto_auto]">
        <div className="min-w-0">
          <p className="font-semibold">{placeText(hold)}</p>
          <p className="tabular text-xs text-muted">
            {formatTickets(hold.quantity)} · {formatMoney(holdTotals(hold).tickets)}
          </p>
        </div>
        {hold.state === 'paying' ? (
          <span className="col-start-2 text-xs text-muted sm:col-start-3">Being paid for</span>
        ) : (
          <>
            {releasable.length > 1 && (
              <NumberChooser
                label={`Quantity to release, ${placeText(hold)}`}
                numbers={releasable}
                value={quantity}
                onChange={setWanted}
                limit={4}
                className="max-sm:col-span-full max-sm:row-start-2"
              />
            )}
            <Button
              size="sm"
              isPending={isPending}
              isDisabled={isBusy}
              onPress={() => void press()}
              className="col-start-2 row-start-1 sm:col-start-3"
            >
              Release {formatTickets(quantity)}
            </Button>
          </>
        )}
      </div>
      {problem !== null && (
        <p role="alert" className="mt-2 text-xs font-medium text-danger">
          {problem}
        </p>
      )}
    </li>
  )
}
