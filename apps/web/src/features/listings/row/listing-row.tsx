import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { memo, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { HoldError } from '#web/features/holds/hold-error.ts'
import { cx } from '#web/ui/cx.ts'
import type { CompactLayout } from '#web/features/listings/columns/use-list-layout.ts'
import { ComfortableCells } from './comfortable-cells.tsx'
import { CompactCells } from './compact-cells.tsx'
import { listingNotes, seatsLabel } from './listing-details.ts'
import { useIsHighlighted, type HighlightedBlock } from '#web/features/listings/seat-map/highlighted-block.ts'
import type { PriceStep } from '#web/features/listings/filters/price-scale.ts'
import { RowAction } from './row-action.tsx'
import { RowDetails } from './row-details.tsx'
import { useRowFocus } from './use-row-focus.ts'
import { rowGrid } from './row-grid.ts'
import { RowTabIndexContext } from './row-tab-index.ts'
import { RowCommands } from './row-commands.tsx'
import { rowKeyCommand } from './row-key-command.ts'
import { useRowQuote } from './row-quote.tsx'
import { RowError } from './row-error.tsx'
import { useRowSelection } from './use-row-selection.ts'
import type { TableRow } from './rows.ts'

export interface ListingRowProps extends TableRow {
  index: number
  quantity: number | null
  step: PriceStep | null
  held: number
  isTracked: boolean
  today: string
  /** Server time in milliseconds, updated every minute. */
  now: number
  isHolding: boolean
  error: HoldError | null
  highlightedBlock: HighlightedBlock
  /** Whether this is the row that Tab reaches. */
  isCurrent: boolean
  /** The user asked for a quantity that no listing offers, so the key holds no other. */
  isUnsold: boolean
  /** Columns of a compact row; `null` for comfortable rows and cards. */
  compact: CompactLayout | null
  onHold: (listing: WireListing, quantity: number, index: number) => void
  onQuantity: (listingId: string, quantity: number) => void
  onCurrent: (index: number) => void
  /** Moves to another row; out-of-range indexes are clamped. */
  onMove: (index: number) => void
  /** Selects from this row to another one and moves there. */
  onExtend: (from: number, to: number) => void
  /** Selects from the row that was selected last to this one. */
  onSelectTo: (index: number) => void
  /** Finds the next row that is sold in this quantity. */
  onFindQuantity: (listingId: string, quantity: number) => void
  onNearest: (listing: WireListing) => void
  onDismiss: (listingId: string) => void
}

/** One listing: a table row, or a card in narrow lists. */
export const ListingRow = memo(function ListingRow(props: ListingRowProps) {
  const { listing, index, isHolding, error, removalReason, rowChange, moved, highlightedBlock, compact } =
    props
  const isHighlighted = useIsHighlighted(highlightedBlock, listing.section)
  const { selected, toggle, choose } = useRowSelection(listing)
  // Closed for another listing that takes over the row's elements.
  const [openId, setOpenId] = useState<string | null>(null)
  const isOpen = openId === listing.id
  const detailsId = useId()
  const element = useRef<HTMLDivElement>(null)

  const quantity = selected !== null && listing.splits.includes(selected) ? selected : props.quantity
  const isOffered = removalReason === null && quantity !== null
  const isSelectable = isOffered || selected !== null
  const isOurs = removalReason === 'held' || (removalReason === null && props.held > 0)
  const focus = useRowFocus(element)
  const price = fromWireMoney(listing.all_in_price)
  const notes = listingNotes(listing)

  const toggleDetails = () => setOpenId((previous) => (previous === listing.id ? null : listing.id))
  const hold = (count: number) => props.onHold(listing, count, index)
  const quote = useRowQuote({ listing, removalReason, quantity })
  const select = () => toggle(quantity ?? 1)
  const selectOrExtend = (isRange: boolean) => (isRange ? props.onSelectTo(index) : select())
  function setQuantity(newQuantity: number) {
    props.onQuantity(listing.id, newQuantity)
    choose(newQuantity)
  }

  function onKeyDown(event: KeyboardEvent) {
    const command = rowKeyCommand(event, { index, splits: isOffered ? listing.splits : [], isSelectable })
    if (command === null) return
    event.preventDefault()
    if (command.action === 'move') props.onMove(command.to)
    else if (command.action === 'extend') props.onExtend(index, command.to)
    else if (command.action === 'choose') setQuantity(command.quantity)
    else if (command.action === 'find') props.onFindQuantity(listing.id, command.quantity)
    else if (command.action === 'select') select()
    else toggleDetails()
  }

  const cells = {
    listing,
    step: props.step,
    held: props.held,
    removalReason,
    rowChange,
    moved,
    quantity,
    isOffered,
    isHolding,
    selection: isSelectable ? { isSelected: selected !== null, onToggle: selectOrExtend } : null,
    isOpen,
    detailsId,
    notes,
    today: props.today,
    now: props.now,
    onOpen: toggleDetails,
    onQuantity: setQuantity,
    actions: (
      <RowAction
        listing={listing}
        removalReason={removalReason}
        quantity={quantity}
        isHolding={isHolding}
        isTracked={props.isTracked}
        isCompact={compact !== null}
        onQuote={quote}
        onHold={hold}
        onNearest={props.onNearest}
      />
    ),
  }

  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={index + 2}
      aria-label={`${listing.section}, ${seatsLabel(listing)}, all-in ${formatMoney(price)} per ticket`}
      aria-selected={selected !== null}
      data-row={index}
      data-listing={listing.id}
      data-section={listing.section}
      tabIndex={props.isCurrent ? 0 : -1}
      onFocus={(event) => {
        focus.onFocusIn(event)
        props.onCurrent(index)
        highlightedBlock.highlight(listing.section)
      }}
      onBlur={() => {
        focus.onFocusOut()
        highlightedBlock.highlight(null)
      }}
      onKeyDown={onKeyDown}
      style={compact ? { gridTemplateColumns: compact.template } : undefined}
      className={cx(
        // The outline appears even after a click, because a link targets one row and the highlight marks its whole
        // block.
        'group/row border-b focus:outline-2 focus:-outline-offset-2 focus:outline-accent',
        // Compact rows change colour at once: a transition would paint ten frames with each key, and would run in every
        // row that scrolls into view.
        compact
          ? 'grid grid-rows-[2.0625rem] items-center gap-x-1.5 border-line-soft pr-3 pl-5 text-xs'
          : cx(
              rowGrid,
              'transition-colors duration-150 ease-out min-h-14.5 border-line px-5 py-2 @max-[33rem]:py-1 max-sm:px-4',
            ),
        rowColour({ isHighlighted, isSelected: selected !== null, removalReason, moved }),
        isOurs && 'shadow-[inset_3px_0_0_var(--accent)]',
        rowChange && 'animate-flash',
      )}
    >
      {props.isCurrent && (
        <RowCommands
          row={element}
          listing={listing}
          quantity={isOffered ? quantity : null}
          isSelected={selected !== null}
          isTracked={props.isTracked}
          onHold={isOffered && !props.isUnsold ? hold : null}
          onQuote={quote}
          onSelect={isSelectable ? select : null}
          onOpen={toggleDetails}
        />
      )}
      <RowTabIndexContext value={props.isCurrent ? 0 : -1}>
        {compact ? <CompactCells {...cells} shown={compact.columns} /> : <ComfortableCells {...cells} />}
        {error && (
          <RowError
            error={error}
            onHold={(split) => {
              setQuantity(split)
              hold(split)
            }}
            onClose={() => props.onDismiss(listing.id)}
          />
        )}
        {isOpen && (
          <RowDetails
            id={detailsId}
            listing={listing}
            notes={notes}
            today={props.today}
            quantity={isOffered ? quantity : null}
          />
        )}
      </RowTabIndexContext>
    </div>
  )
})

function rowColour({
  isHighlighted,
  isSelected,
  removalReason,
  moved,
}: Pick<ListingRowProps, 'removalReason' | 'moved'> & {
  isHighlighted: boolean
  isSelected: boolean
}): string {
  if (removalReason === 'unavailable') return 'bg-surface text-muted'
  if (removalReason === 'held') return 'bg-accent-soft'
  if (moved) return 'bg-signal-soft'
  if (isSelected) return 'bg-select'
  return isHighlighted ? 'bg-hover' : 'bg-surface'
}
