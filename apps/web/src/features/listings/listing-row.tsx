import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, multiplyMoney } from '@terrace/domain/money'
import { memo, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { HoldRefusal } from '#web/features/holds/hold-refusal.ts'
import { cx } from '#web/ui/cx.ts'
import { NumberChooser } from '#web/ui/number-chooser.tsx'
import { deliveryFacts, noteFacts, seatsText, spokenSeats } from './listing-facts.ts'
import { useIsLit, type LitBlock } from './lit-block.ts'
import { ListingNotes } from './listing-notes.tsx'
import type { PriceStep } from './price-scale.ts'
import { RowAction } from './row-action.tsx'
import { RowDetails } from './row-details.tsx'
import { useRowFocus } from './row-focus.ts'
import { rowGrid } from './row-grid.ts'
import { rowKey } from './row-keys.ts'
import { RowHeldFor, yoursText } from './row-held.tsx'
import { RowPlace } from './row-place.tsx'
import { useRowQuote } from './row-quote.tsx'
import { RowRefusal } from './row-refusal.tsx'
import { useRowSelection } from './row-selection.ts'
import type { TableRow } from './rows.ts'

export interface ListingRowProps extends TableRow {
  index: number
  quantity: number | null
  step: PriceStep | null
  /** Tickets of this listing that the team holds. */
  held: number
  isTracked: boolean
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
  /** Goes to what comes next to a listing that is gone. */
  onNearest: (listing: WireListing) => void
  onForget: (listingId: string) => void
}

/** One listing: a line of the table where there is room for one, else a card. */
export const ListingRow = memo(function ListingRow(props: ListingRowProps) {
  const { listing, index, step, held, today, isHolding, refusal, departed, mark, lit } = props
  const isLit = useIsLit(lit, listing.section)
  const { selected, toggle, choose } = useRowSelection(listing)
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const element = useRef<HTMLDivElement>(null)

  const quantity = selected !== null && listing.splits.includes(selected) ? selected : props.quantity
  const isOffered = departed === null && quantity !== null
  const isSelectable = isOffered || selected !== null
  const focus = useRowFocus(element)
  const price = fromWireMoney(listing.proceed_price)
  const delivery = deliveryFacts(listing, today)
  const notes = noteFacts(listing)
  const tag = tagOf(props)
  const counted = departed === 'held' ? held : quantity

  const open = () => setOpen((was) => !was)
  const hold = (wanted: number) => props.onHold(listing, wanted, index)
  const quote = useRowQuote({ listing, departed, quantity })
  const select = () => toggle(quantity ?? 1)
  function setQuantity(chosen: number) {
    props.onQuantity(listing.id, chosen)
    choose(chosen)
  }

  function onKeyDown(event: KeyboardEvent) {
    const pressed = rowKey(event, {
      index,
      splits: isOffered ? listing.splits : [],
      isSelectable,
      isQuotable: quote !== null,
    })
    if (pressed === null) return
    event.preventDefault()
    if (pressed.does === 'walk') props.onWalk(pressed.to)
    else if (pressed.does === 'choose') setQuantity(pressed.quantity)
    else if (pressed.does === 'select') select()
    else if (pressed.does === 'open') open()
    else if (pressed.does === 'quote') quote?.()
    else if (isOffered) hold(quantity)
  }

  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-label={`${listing.section}, ${spokenSeats(listing)}, ${formatMoney(price)} per ticket`}
      aria-selected={selected !== null}
      data-row={index}
      data-listing={listing.id}
      tabIndex={props.isCurrent ? 0 : -1}
      onFocus={() => {
        focus.onFocusIn()
        props.onCurrent(index)
        lit.light(listing.section)
      }}
      onBlur={(event) => {
        focus.onFocusOut(event)
        lit.light(null)
      }}
      onPointerEnter={() => lit.light(listing.section)}
      onPointerLeave={() => lit.light(null)}
      onKeyDown={onKeyDown}
      className={cx(
        'group/row border-b border-line transition-colors duration-150 ease-out focus-visible:-outline-offset-2',
        rowGrid,
        'min-h-14.5 px-5 py-2 @max-[33rem]:py-3 max-sm:px-4 lg:pl-7',
        isLit || departed === 'held' ? 'bg-accent-soft' : 'bg-surface',
        departed === 'gone' && 'bg-surface text-muted',
        selected !== null && 'shadow-[inset_3px_0_0_var(--accent)]',
        mark && 'animate-flash',
      )}
    >
      <RowPlace
        listing={listing}
        step={step}
        tag={tag}
        check={isSelectable ? { isSelected: selected !== null, onToggle: select } : null}
        isOpen={isOpen}
        detailsId={detailsId}
        onOpen={open}
      />
      <div role="gridcell" className="tabular min-w-0 [grid-area:seats] @max-[50rem]:hidden">
        {seatsText(listing)}
        {tag !== null && <span className="block text-2xs font-semibold text-accent">{tag}</span>}
      </div>
      <div role="gridcell" className="[grid-area:quantity]">
        {departed === 'held' && <RowHeldFor listingId={listing.id} section={listing.section} held={held} />}
        {departed === null && quantity === null && (
          <span className="text-xs text-muted">None on its own now</span>
        )}
        {isOffered && (
          <NumberChooser
            label={`Quantity, ${listing.section}`}
            numbers={listing.splits}
            value={quantity}
            onChange={setQuantity}
            isDisabled={isHolding}
            limit={4}
          />
        )}
      </div>
      <div role="gridcell" className="min-w-0 [grid-area:delivery]">
        {/* "Member/Season Card" just fits: on a second line it would make the row taller than its neighbours. */}
        <span className="text-xs tracking-tight whitespace-nowrap @max-[50rem]:text-muted">
          {delivery.label}
        </span>
        <span className="text-xs text-muted @min-[50rem]:hidden">, </span>
        <span className="tabular text-xs whitespace-nowrap text-muted @min-[50rem]:block">
          {delivery.when}
        </span>
      </div>
      <div role="gridcell" className="flex items-center [grid-area:notes]">
        <ListingNotes notes={notes} place={listing.section} onPress={open} />
      </div>
      <div role="gridcell" className="tabular text-right [grid-area:price] @max-[33rem]:self-start">
        <span className="block text-base leading-5 font-semibold">{formatMoney(price)}</span>
        <span className="block text-xs text-muted">
          {departed === 'gone' && 'just gone'}
          {departed !== 'gone' && mark?.was && `was ${formatMoney(fromWireMoney(mark.was))}`}
          {departed !== 'gone' &&
            !mark?.was &&
            counted !== null &&
            formatMoney(multiplyMoney(price, counted))}
        </span>
      </div>
      <RowAction
        listing={listing}
        departed={departed}
        quantity={quantity}
        isHolding={isHolding}
        isTracked={props.isTracked}
        onQuote={quote}
        onHold={hold}
        onNearest={props.onNearest}
      />
      {refusal && (
        <RowRefusal
          refusal={refusal}
          onTake={(split) => {
            setQuantity(split)
            hold(split)
          }}
          onClose={() => props.onForget(listing.id)}
        />
      )}
      {isOpen && <RowDetails id={detailsId} listing={listing} notes={notes} today={today} />}
    </div>
  )
})

/** The word beside the block; one that says whose it is goes before one that says that it is new. */
function tagOf({ held, departed, listing, mark }: ListingRowProps): string | null {
  if (departed !== null) return null
  if (held > 0) return yoursText(held)
  return listing.is_new || mark?.kind === 'new' ? 'New' : null
}
