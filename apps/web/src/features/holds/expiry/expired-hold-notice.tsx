import { Link } from '@tanstack/react-router'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { CloseIcon, TimerIcon } from '#web/ui/icons.ts'
import { sectionAndRow } from '#web/features/holds/basket/basket.ts'
import { holdRequestItem } from '#web/features/holds/hold-request-item.ts'
import { holdError } from '#web/features/holds/hold-error.ts'
import { usePlaceHolds } from '#web/features/holds/mutations.ts'
import type { ExpiredHold } from './recorded-expirations.ts'
import { holdRetries } from '#web/features/holds/retry-window.ts'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'

interface ExpiredHoldNoticeProps {
  expired: ExpiredHold
  onDone: () => void
}

/** Notice that a hold expired or ended, with a button that holds the same tickets again, or as many as are left. */
export function ExpiredHoldNotice({ expired: { hold, wasObserved }, onDone }: ExpiredHoldNoticeProps) {
  const placeHolds = usePlaceHolds()
  const withIdempotencyKey = useIdempotencyKeys(holdRetries.canReuseKey)
  const [requested, setRequested] = useState(hold.quantity)
  const tickets = formatTickets(hold.quantity)
  const holdFailure = placeHolds.error ? holdError(placeHolds.error, hold.quantity) : null

  async function holdAgain() {
    const items = [holdRequestItem(hold.listing_id, requested, hold.price.currency)]
    try {
      await withIdempotencyKey(JSON.stringify(items), (idempotencyKey) =>
        placeHolds.mutateAsync({ items, idempotencyKey }),
      )
      onDone()
    } catch (error) {
      // The notice shows the mutation's error; the next press requests the suggested quantity.
      setRequested(holdError(error, hold.quantity, requested).nearest ?? requested)
    }
  }

  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-t border-line bg-signal-soft py-2 pr-3 pl-4 text-sm text-signal sm:pl-7"
    >
      <TimerIcon aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">
          The hold on {tickets}, {sectionAndRow(hold)}, {wasObserved ? 'has expired' : 'has ended'}.
        </strong>{' '}
        {!wasObserved && !holdFailure && 'It expired or was released on another device. '}
        {holdFailure ? holdFailure.text : 'Back on sale: '}
        {!holdFailure && (
          <Link
            to="/tickets/$name/$id"
            params={{ name: hold.event.slug, id: hold.event.id }}
            className="font-medium underline"
          >
            {hold.event.title}
          </Link>
        )}
      </p>
      {!holdFailure?.isUnavailable && (
        <Button size="sm" isPending={placeHolds.isPending} onPress={() => void holdAgain()}>
          {requested === hold.quantity ? 'Hold again' : `Hold ${requested}`}
        </Button>
      )}
      <Button tone="quiet" size="sm" aria-label="Dismiss" onPress={onDone} className="!px-2">
        <CloseIcon aria-hidden className="size-4" />
      </Button>
    </div>
  )
}
