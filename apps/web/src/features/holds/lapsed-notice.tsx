import { Link } from '@tanstack/react-router'
import { formatTickets } from '@terrace/domain/tickets'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CloseIcon, TimerIcon } from '#web/ui/icons.ts'
import { placeText } from './basket.ts'
import { holdItem } from './hold-item.ts'
import { holdRefusal } from './hold-refusal.ts'
import { usePlaceHolds } from './mutations.ts'
import type { EndedHold } from './noted-lapses.ts'
import { isSameAttempt } from './same-attempt.ts'
import { useIntentionKeys } from './use-intention-keys.ts'

interface LapsedNoticeProps {
  ended: EndedHold
  onDone: () => void
}

/** Says that a hold ran out, or that it is over where nobody here saw how, and takes the same tickets again, or as many as are left. */
export function LapsedNotice({ ended: { hold, isWatched }, onDone }: LapsedNoticeProps) {
  const place = usePlaceHolds()
  const withKey = useIntentionKeys(isSameAttempt)
  const [wanted, setWanted] = useState(hold.quantity)
  const tickets = formatTickets(hold.quantity)
  const refusal = place.error ? holdRefusal(place.error, hold.quantity) : null

  async function holdAgain() {
    const items = [holdItem(hold.listing_id, wanted, hold.price.currency)]
    try {
      await withKey(JSON.stringify(items), (idempotencyKey) => place.mutateAsync({ items, idempotencyKey }))
      onDone()
    } catch (error) {
      // Said by the notice itself, from what the mutation keeps. The next press takes what it advises.
      setWanted(holdRefusal(error, hold.quantity, wanted).nearest ?? wanted)
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
          The hold on {tickets}, {placeText(hold)}, {isWatched ? 'has lapsed' : 'is over'}.
        </strong>{' '}
        {!isWatched && !refusal && 'Its time ran out, or another device released it. '}
        {refusal ? refusal.text : 'They are on sale again: '}
        {!refusal && (
          <Link
            to="/tickets/$name/$id"
            params={{ name: hold.event.slug, id: hold.event.id }}
            className="font-medium underline"
          >
            {hold.event.title}
          </Link>
        )}
      </p>
      {!refusal?.isGone && (
        <Button size="sm" isPending={place.isPending} onPress={() => void holdAgain()}>
          {wanted === hold.quantity ? 'Hold again' : `Hold ${wanted}`}
        </Button>
      )}
      <Button tone="quiet" size="sm" aria-label="Dismiss" onPress={onDone} className="!px-2">
        <CloseIcon aria-hidden className="size-4" />
      </Button>
    </div>
  )
}
