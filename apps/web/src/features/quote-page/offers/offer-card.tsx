import { formatMoney } from '@terrace/domain/money/money'
import { useId, type ReactNode } from 'react'
import { NoteList } from '#web/features/listings/row/note-list.tsx'
import { priceRange } from '#web/lib/format/price.ts'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon } from '#web/ui/icons.ts'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { offerNotes } from './offer-notes.ts'
import {
  deliveryText,
  defaultQuantity,
  sectionLabel,
  seatsText,
  shortSeatLabel,
  totalOf,
  type OfferDetails,
} from './offer-copy.ts'
import { useHasChanged } from './use-has-changed.ts'

export interface OfferCardProps {
  offer: OfferDetails
  /** Selected quantity; `null` when the offer is not selected. */
  selectedQuantity: number | null
  /** `null` when the quote cannot be responded to. */
  onSelect: ((quantity: number | null) => void) | null
  /** Selecting this offer replaces any other. */
  isSingleChoice: boolean
  /** The venue's day, YYYY-MM-DD. */
  today: string
  /** A note on the offer's current state. */
  tag?: ReactNode
  onHover?: (isHovered: boolean) => void
}

/** One offer: location, delivery and price. The whole card selects it. */
export function OfferCard({
  offer,
  selectedQuantity,
  onSelect,
  isSingleChoice,
  today,
  tag,
  onHover,
}: OfferCardProps) {
  const id = useId()
  const isSelected = selectedQuantity !== null
  const first = onSelect && defaultQuantity(offer)
  const quantity = selectedQuantity ?? first ?? offer.quantity
  const price = priceRange(offer.price, offer.highest_price)
  const hasChanged = useHasChanged(price)
  const notes = offerNotes(offer)
  return (
    <div
      onPointerEnter={() => onHover?.(true)}
      onPointerLeave={() => onHover?.(false)}
      className={cx(
        'relative flex gap-3.5 rounded border bg-surface p-4 transition-colors duration-150 ease-out sm:px-5',
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
        isSelected ? 'border-accent inset-ring inset-ring-accent' : 'border-line',
        !isSelected && onSelect && 'hover:border-line-strong',
      )}
    >
      {onSelect && (
        <span className="mt-0.5 inline-flex shrink-0">
          <input
            id={id}
            type={isSingleChoice ? 'radio' : 'checkbox'}
            {...(isSingleChoice && { name: 'offer' })}
            checked={isSelected}
            aria-describedby={`${id}-details`}
            onChange={() => onSelect(isSelected ? null : first)}
            onFocus={() => onHover?.(true)}
            onBlur={() => onHover?.(false)}
            className="peer absolute z-10 size-5 opacity-0"
          />
          <span
            aria-hidden
            className={cx(
              'inline-flex size-5 items-center justify-center border border-line-strong bg-surface text-on-accent peer-checked:border-accent peer-checked:bg-accent peer-checked:[&_svg]:visible',
              isSingleChoice ? 'rounded-full' : 'rounded-sm',
            )}
          >
            <CheckIcon className="invisible size-3.5" strokeWidth={3} />
          </span>
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-x-5 gap-y-1.5">
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-semibold [overflow-wrap:anywhere]">
              {onSelect ? (
                // Stretched over the card; other controls sit above it.
                <label htmlFor={id} className="cursor-pointer after:absolute after:inset-0">
                  {sectionLabel(offer)}
                </label>
              ) : (
                sectionLabel(offer)
              )}
            </p>
            <p id={`${id}-details`} className="mt-0.5 text-sm text-muted">
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
        {onSelect && offer.quantities.length > 1 && (
          <div className="mt-3 flex items-center gap-3">
            <span aria-hidden className="text-sm text-muted">
              Tickets
            </span>
            <NumberChooser
              label={`Tickets in ${shortSeatLabel(offer)}`}
              numbers={offer.quantities}
              value={quantity}
              onChange={onSelect}
              className="relative z-10 w-fit flex-wrap"
            />
          </div>
        )}
      </div>
    </div>
  )
}
