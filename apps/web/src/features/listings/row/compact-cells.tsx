import type { WireMoney } from '@terrace/contracts/wire-money'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { ArrowDownIcon, ArrowUpIcon, ZapIcon } from '#web/ui/icons.ts'
import { priceText } from '#web/lib/format/price.ts'
import { columns, type ColumnId } from '#web/features/listings/columns/columns.ts'
import { ageLabel, ageText, inHandText, priceDifference, seatsCell, shortDelivery } from './compact-texts.ts'
import { fitsInto } from './fits-into.ts'
import { ListingNotes } from './listing-notes.tsx'
import { RowBlock } from './row-block.tsx'
import { HeldPill } from './row-hold.tsx'
import { rowTag, type RowCellsProps } from './row-cells.ts'
import { useRowTabIndex } from './row-tab-index.ts'

/** A row of one line with the chosen columns. */
export function CompactCells({
  shown,
  ...props
}: RowCellsProps & {
  shown: readonly ColumnId[]
}) {
  return (
    <>
      {shown.map((id) => {
        const Cell = cells[id]
        return <Cell key={id} {...props} />
      })}
      {props.actions}
    </>
  )
}

const cells: Readonly<Record<ColumnId, (props: RowCellsProps) => ReactNode>> = {
  section: (props) => (
    <ControlCell>
      <RowBlock {...props} tag={rowTag(props)} />
    </ControlCell>
  ),
  row: ({ listing }) => <TextCell column="row">{listing.general_admission ? '' : listing.row}</TextCell>,
  seats: ({ listing }) => <TextCell column="seats">{seatsCell(listing)}</TextCell>,
  quantity: QuantityCell,
  delivery: ({ listing: { ticket_type: type } }) => {
    const { short, full } = shortDelivery(type)
    return (
      <TextCell column="delivery" label={full}>
        {short}
      </TextCell>
    )
  },
  in_hand: InHandCell,
  restrictions: ({ notes, listing, onOpen }) => (
    <ControlCell>
      <ListingNotes notes={notes} section={listing.section} onPress={onOpen} isCompact />
    </ControlCell>
  ),
  // A long name takes two lines.
  seller: ({ listing: { seller } }) => (
    <div
      role="gridcell"
      className={
        fitsInto(seller.name, columns.seller.width)
          ? 'pb-0.5 leading-3.5 whitespace-nowrap'
          : 'line-clamp-2 pb-0.5 leading-3.5 [overflow-wrap:anywhere]'
      }
      title={seller.name}
    >
      {seller.name}
    </div>
  ),
  age: AgeCell,
  face_value: ({ listing: { face_value: price } }) => (
    <NumberCell className="text-muted">{price && priceText(price)}</NumberCell>
  ),
  price: ({ listing }) => <NumberCell className="text-muted">{priceText(listing.proceed_price)}</NumberCell>,
  all_in: ({ listing, removalReason }) =>
    removalReason === 'unavailable' ? (
      <NumberCell className="text-muted">unavailable</NumberCell>
    ) : (
      <NumberCell className="font-semibold">{priceText(listing.all_in_price)}</NumberCell>
    ),
}

/* Cells with text are a single element: every row that scrolls into view mounts all of them. */

function ControlCell({ children }: { children: ReactNode }) {
  return (
    <div role="gridcell" className="flex min-w-0 items-center">
      {children}
    </div>
  )
}

function NumberCell({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div role="gridcell" className={cx('tabular min-w-0 text-right', className)}>
      {children}
    </div>
  )
}

/** A long text is cut off with an ellipsis; the full text shows on hover. */
function TextCell({ column, children, label }: { column: ColumnId; children: string; label?: string }) {
  const isShort = label !== undefined && label !== children
  return (
    <div
      role="gridcell"
      title={label ?? children}
      className={fitsInto(children, columns[column].width) ? 'whitespace-nowrap' : 'truncate'}
    >
      {isShort ? (
        <>
          <span aria-hidden>{children}</span>
          <span className="sr-only">{label}</span>
        </>
      ) : (
        children
      )}
    </div>
  )
}

function QuantityCell({
  listing,
  removalReason,
  held,
  quantity,
  isOffered,
  isHolding,
  onQuantity,
}: RowCellsProps) {
  const tabIndex = useRowTabIndex()
  if (removalReason === 'held')
    return (
      <ControlCell>
        <HeldPill listingId={listing.id} held={held} />
      </ControlCell>
    )
  if (removalReason === null && quantity === null)
    return (
      <TextCell column="quantity" label="Not sold individually">
        No singles
      </TextCell>
    )
  if (!isOffered) return <ControlCell>{null}</ControlCell>
  return (
    <ControlCell>
      <NumberChooser
        label={`Quantity, ${listing.section}`}
        numbers={listing.splits}
        value={quantity}
        onChange={onQuantity}
        isDisabled={isHolding}
        limit={4}
        size="sm"
        tabIndex={tabIndex}
      />
    </ControlCell>
  )
}

function InHandCell({ listing, today }: RowCellsProps) {
  const text = inHandText(listing, today)
  return (
    <div
      role="gridcell"
      className={cx(
        'flex min-w-0 items-center gap-0.5 whitespace-nowrap',
        text !== 'Now' && !listing.instant_download && 'text-muted',
      )}
    >
      {listing.instant_download && <ZapIcon aria-hidden className="-ml-0.5 size-3 text-accent" />}
      {text}
    </div>
  )
}

/** Age of the listing; a new price takes its place until the list is sorted again. */
function AgeCell({ listing, now, rowChange, moved, removalReason }: RowCellsProps) {
  const previousPrice = rowChange?.previousPrice ?? moved?.previousPrice
  if (previousPrice && removalReason === null)
    return (
      <NumberCell>
        <Difference previous={previousPrice} current={listing.all_in_price} />
      </NumberCell>
    )
  return (
    <NumberCell className="text-muted">
      <span aria-hidden>{ageText(listing.published_at, now)}</span>
      <span className="sr-only">{ageLabel(listing.published_at, now)}</span>
    </NumberCell>
  )
}

function Difference({ previous, current }: { previous: WireMoney; current: WireMoney }) {
  const { text, isLower } = priceDifference(previous, current)
  const Arrow = isLower ? ArrowDownIcon : ArrowUpIcon
  return (
    <span
      title={`was ${priceText(previous)}`}
      className={cx('inline-flex items-center gap-0.5 font-semibold', isLower ? 'text-ok' : 'text-danger')}
    >
      <Arrow aria-hidden className="size-3" strokeWidth={2.5} />
      {text}
      <span className="sr-only">, was {priceText(previous)}</span>
    </span>
  )
}
