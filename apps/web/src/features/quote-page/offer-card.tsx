import { formatMoney } from '@terrace/domain/money'
import { useId, type ReactNode } from 'react'
import { NoteList } from '#web/features/listings/row-notes.tsx'
import { priceSpan } from '#web/lib/price.ts'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon } from '#web/ui/icons.ts'
import { NumberChooser } from '#web/ui/number-chooser.tsx'
import { noteFacts } from './offer-notes.ts'
import {
  deliveryText,
  firstQuantity,
  placeText,
  seatsText,
  shortPlace,
  totalOf,
  type Offered,
} from './offer-words.ts'
import { useHasChanged } from './use-has-changed.ts'

export interface OfferCardProps {
  offer: Offered
  /** How many of it are chosen; null: none. */
  chosen: number | null
  /** Null where the quote takes no answer now. */
  onChoose: ((quantity: number | null) => void) | null
  /** The venue's day, YYYY-MM-DD. */
  today: string
  /** What is particular about it now. */
  tag?: ReactNode
  onPoint?: (isPointed: boolean) => void
}

/** One offer: where, how the tickets come, for how much. All of it is the box that chooses it. */
export function OfferCard({ offer, chosen, onChoose, today, tag, onPoint }: OfferCardProps) {
  const id = useId()
  const isChosen = chosen !== null
  const first = onChoose && firstQuantity(offer)
  const quantity = chosen ?? first ?? offer.quantity
  const price = priceSpan(offer.price, offer.highest_price)
  const hasChanged = useHasChanged(price)
  const notes = noteFacts(offer)
  return (
    <div
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
      className={cx(
        'relative flex gap-3.5 rounded border bg-surface p-4 transition-colors duration-150 ease-out sm:px-5',
        'has-[[type=checkbox]:focus-visible]:outline-2 has-[[type=checkbox]:focus-visible]:outline-offset-2 has-[[type=checkbox]:focus-visible]:outline-accent',
        isChosen ? 'border-accent inset-ring inset-ring-accent' : 'border-line',
        !isChosen && onChoose && 'hover:border-line-strong',
      )}
    >
      {onChoose && (
        <span className="mt-0.5 inline-flex shrink-0">
          <input
            id={id}
            type="checkbox"
            checked={isChosen}
            aria-describedby={`${id}-facts`}
            onChange={() => onChoose(isChosen ? null : first)}
            onFocus={() => onPoint?.(true)}
            onBlur={() => onPoint?.(false)}
            className="peer absolute z-10 size-5 opacity-0"
          />
          <span
            aria-hidden
            className="inline-flex size-5 items-center justify-center rounded-sm border border-line-strong bg-surface text-on-accent peer-checked:border-accent peer-checked:bg-accent peer-checked:[&_svg]:visible"
          >
            <CheckIcon className="invisible size-3.5" strokeWidth={3} />
          </span>
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-x-5 gap-y-1.5">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-semibold [overflow-wrap:anywhere]">
              {onChoose ? (
                // Pressed anywhere on the card, but for what has a purpose of its own.
                <label htmlFor={id} className="cursor-pointer after:absolute after:inset-0">
                  {placeText(offer)}
                </label>
              ) : (
                placeText(offer)
              )}
            </p>
            <p id={`${id}-facts`} className="mt-0.5 text-sm text-muted">
              {seatsText(offer)} <span aria-hidden>·</span> {deliveryText(offer, today)}
            </p>
            {tag}
          </div>
          <p
            className={cx('tabular shrink-0 rounded-sm sm:text-right', hasChanged && 'animate-flash')}
            key={price}
          >
            <span className="text-lg font-semibold">{price}</span>
            <span className="text-sm text-muted max-sm:ml-2 sm:block">
              each · {formatMoney(totalOf(offer, quantity))} for {quantity}
            </span>
          </p>
        </div>
        {notes.length > 0 && (
          <div className="mt-3 text-sm text-muted">
            <NoteList notes={notes} />
          </div>
        )}
        {onChoose && offer.quantities.length > 1 && (
          <div className="mt-3 flex items-center gap-3">
            <span aria-hidden className="text-sm text-muted">
              Tickets
            </span>
            <NumberChooser
              label={`Tickets of ${shortPlace(offer)}`}
              numbers={offer.quantities}
              value={quantity}
              onChange={onChoose}
              className="relative z-10 w-fit flex-wrap"
            />
          </div>
        )}
      </div>
    </div>
  )
}
