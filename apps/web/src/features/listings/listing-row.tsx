import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, multiplyMoney } from '@terrace/domain/money'
import { formatTickets } from '@terrace/domain/tickets'
import { memo, type KeyboardEvent } from 'react'
import type { HoldRefusal } from '#web/features/holds/hold-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { NumberChooser } from '#web/ui/number-chooser.tsx'
import { deliveryFacts, noteFacts, seatsText, spokenSeats } from './listing-facts.ts'
import { useIsLit, type LitBlock } from './lit-block.ts'
import { ListingNotes } from './listing-notes.tsx'
import type { PriceStep } from './price-scale.ts'
import { RowRefusal } from './row-refusal.tsx'
import type { TableRow } from './rows.ts'
import { rowGrid } from './row-grid.ts'

export interface ListingRowProps extends TableRow {
  index: number
  quantity: number | null
  step: PriceStep | null
  /** Tickets of this listing that the team holds. */
  held: number
  today: string
  isHolding: boolean
  refusal: HoldRefusal | null
  lit: LitBlock
  /** The one row that the Tab key reaches. */
  isCurrent: boolean
  onHold: (listing: WireListing, quantity: number, index: number) => void
  onQuantity: (listingId: string, quantity: number) => void
  onCurrent: (index: number) => void
  /** Goes to another row; beyond the ends it stays at them. */
  onWalk: (index: number) => void
  onForget: (listingId: string) => void
}

const dots: Record<PriceStep, string> = { 1: 'bg-scale-1', 2: 'bg-scale-2', 3: 'bg-scale-3' }

/** One listing: a line of the table where there is room for one, else a card. */
export const ListingRow = memo(function ListingRow(props: ListingRowProps) {
  const { listing, index, quantity, step, held, today, isHolding, refusal, departed, lit, isCurrent } = props
  const isLit = useIsLit(lit, listing.section)
  const price = fromWireMoney(listing.proceed_price)
  const delivery = deliveryFacts(listing, today)
  const notes = noteFacts(listing)
  const isOffered = departed === null && quantity !== null
  const total = quantity === null ? null : formatMoney(multiplyMoney(price, quantity))

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const target = walk(event.key, index)
    // Arrows inside the row belong to its own controls.
    if (target !== null && event.target === event.currentTarget) {
      event.preventDefault()
      props.onWalk(target)
      return
    }
    if (!isOffered) return
    const digit = Number(event.key)
    if (event.key === 'h' || event.key === 'H') {
      event.preventDefault()
      props.onHold(listing, quantity, index)
    } else if (event.key !== ' ' && listing.splits.includes(digit)) {
      event.preventDefault()
      props.onQuantity(listing.id, digit)
    }
  }

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-label={`${listing.section}, ${spokenSeats(listing)}, ${formatMoney(price)} per ticket`}
      data-row={index}
      data-listing={listing.id}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => {
        props.onCurrent(index)
        lit.light(listing.section)
      }}
      onBlur={() => lit.light(null)}
      onPointerEnter={() => lit.light(listing.section)}
      onPointerLeave={() => lit.light(null)}
      onKeyDown={onKeyDown}
      className={cx(
        'group/row border-b border-line transition-colors duration-150 ease-out focus-visible:-outline-offset-2',
        rowGrid,
        'min-h-14.5 px-5 py-2 @max-[33rem]:py-3 max-sm:px-4 lg:pl-7',
        isLit || departed === 'held' ? 'bg-accent-soft' : 'bg-surface',
        departed === 'gone' && 'bg-surface text-muted',
      )}
    >
      <div role="gridcell" className="flex min-w-0 items-baseline gap-2 [grid-area:place]">
        <span
          aria-hidden
          className={cx(
            'size-2.5 shrink-0 rounded-[3px] @min-[44rem]:size-2',
            step ? dots[step] : 'bg-scale-0',
          )}
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-semibold">{listing.section}</span>
            <span className="text-muted @min-[44rem]:hidden" aria-hidden>
              {seatsText(listing)}
            </span>
            {held > 0 && departed === null && (
              <span className="text-2xs font-semibold text-accent">{held} held</span>
            )}
            {listing.is_new && departed === null && held === 0 && (
              <span className="text-2xs font-semibold text-accent">New</span>
            )}
          </span>
          <span className="block truncate text-xs text-muted @max-[44rem]:hidden">
            {listing.category.name}
          </span>
        </span>
      </div>
      <div
        role="gridcell"
        className="tabular min-w-0 truncate [grid-area:seats] @max-[44rem]:hidden"
        title={spokenSeats(listing)}
      >
        {seatsText(listing)}
      </div>
      <div role="gridcell" className="[grid-area:quantity]">
        {departed !== null ? null : quantity === null ? (
          <span className="text-xs text-muted">None on its own now</span>
        ) : (
          <NumberChooser
            label={`Quantity, ${listing.section}`}
            numbers={listing.splits}
            value={quantity}
            onChange={(chosen) => props.onQuantity(listing.id, chosen)}
            isDisabled={isHolding}
            limit={4}
          />
        )}
      </div>
      <div role="gridcell" className="min-w-0 [grid-area:delivery]">
        <span className="@max-[44rem]:text-xs @max-[44rem]:text-muted">{delivery.label}</span>
        <span className="text-xs text-muted @min-[44rem]:hidden">, </span>
        <span className="tabular text-xs whitespace-nowrap text-muted @min-[44rem]:block">
          {delivery.when}
        </span>
      </div>
      <div role="gridcell" className="flex items-center [grid-area:notes]">
        <ListingNotes notes={notes} place={listing.section} />
      </div>
      <div role="gridcell" className="tabular text-right [grid-area:price] @max-[33rem]:self-start">
        <span className="block text-base leading-5 font-semibold">{formatMoney(price)}</span>
        <span className="block text-xs text-muted">{departed === null ? total : null}</span>
      </div>
      <div role="gridcell" className="flex justify-end [grid-area:action]">
        {departed === null ? (
          <Button
            size="sm"
            isDisabled={quantity === null}
            isPending={isHolding}
            onPress={() => quantity !== null && props.onHold(listing, quantity, index)}
            aria-label={quantity === null ? 'Hold' : `Hold ${formatTickets(quantity)}, ${listing.section}`}
            className={cx(
              'min-w-16 max-sm:h-10 max-sm:px-5 max-sm:text-sm',
              'group-hover/row:border-accent group-hover/row:bg-accent group-hover/row:text-on-accent',
              'group-focus/row:border-accent group-focus/row:bg-accent group-focus/row:text-on-accent',
            )}
          >
            Hold
          </Button>
        ) : (
          <span className={cx('text-xs font-semibold', departed === 'held' ? 'text-accent' : 'text-muted')}>
            {departed === 'held' ? `${held || formatTickets(listing.available)} held` : 'just gone'}
          </span>
        )}
      </div>
      {refusal && (
        <RowRefusal
          refusal={refusal}
          onTake={(split) => {
            props.onQuantity(listing.id, split)
            props.onHold(listing, split, index)
          }}
          onClose={() => props.onForget(listing.id)}
        />
      )}
    </div>
  )
})

function walk(key: string, index: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: Number.MAX_SAFE_INTEGER,
  }
  return steps[key] ?? null
}
