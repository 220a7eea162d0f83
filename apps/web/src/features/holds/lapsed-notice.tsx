import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets'
import { useRef } from 'react'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, TimerIcon } from '#web/ui/icons.ts'
import { placeText } from './basket.ts'
import { holdRefusal } from './hold-refusal.ts'
import { usePlaceHolds } from './mutations.ts'

/** Says that a hold ran out, and takes the same tickets again where they are still there. */
export function LapsedNotice({ hold, onDone }: { hold: WireHold; onDone: () => void }) {
  const place = usePlaceHolds()
  const key = useRef(newIdempotencyKey())
  const tickets = formatTickets(hold.quantity)
  const refusal = place.error ? holdRefusal(place.error, hold.quantity) : null

  function holdAgain() {
    // After a refusal it is another intention; after a lost answer it is still the same.
    if (refusal && !refusal.isUnknown) key.current = newIdempotencyKey()
    place.mutate(
      {
        items: [{ listing_id: hold.listing_id, quantity: hold.quantity }],
        idempotencyKey: key.current,
      },
      { onSuccess: onDone },
    )
  }

  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-t border-line bg-signal-soft py-2 pr-3 pl-4 text-sm text-signal sm:pl-7"
    >
      <TimerIcon aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">
          The hold on {tickets}, {placeText(hold)}, has lapsed.
        </strong>{' '}
        {refusal ? refusal.text : hold.event.title}
      </p>
      {!refusal?.isGone && (
        <Button size="sm" isPending={place.isPending} onPress={holdAgain}>
          Hold again
        </Button>
      )}
      <IconButton size="sm" label="Dismiss" icon={<CloseIcon />} onPress={onDone} />
    </div>
  )
}
