import type { WireMoney } from '@terrace/contracts/wire-money'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { ArrowDownIcon, ArrowUpIcon, ZapIcon } from '#web/ui/icons.ts'
import { priceText } from '#web/lib/format/price.ts'
import { columns, type ColumnId } from '#web/features/listings/columns/columns.ts'
import { ageLabel, ageText, inHandText, priceDifference, seatRange, shortDelivery } from './compact-texts.ts'
import { ListingNotes } from './listing-notes.tsx'
import { RowBlock } from './row-block.tsx'
import { RowHoldStatus } from './row-hold.tsx'
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
        return (
          <div
            key={id}
            role="gridcell"
            className={cx('flex min-w-0 items-center', columns[id].isNumber && 'tabular justify-end')}
          >
            <Cell {...props} />
          </div>
        )
      })}
      {props.actions}
    </>
  )
}

const cells: Readonly<Record<ColumnId, (props: RowCellsProps) => ReactNode>> = {
  section: (props) => <RowBlock {...props} tag={rowTag(props)} />,
  row: ({ listing }) => <Text>{listing.general_admission ? '' : listing.row}</Text>,
  seats: ({ listing }) => <Text>{listing.general_admission ? 'Standing' : seatRange(listing)}</Text>,
  quantity: QuantityCell,
  delivery: ({ listing: { ticket_type: type } }) => {
    const { short, full } = shortDelivery(type)
    return <Text label={full}>{short}</Text>
  },
  in_hand: InHandCell,
  restrictions: ({ notes, listing, onOpen }) => (
    <ListingNotes notes={notes} section={listing.section} onPress={onOpen} isShort />
  ),
  seller: ({ listing }) => <Text>{listing.seller.name}</Text>,
  age: AgeCell,
  face_value: ({ listing: { face_value: price } }) => (
    <span className="text-muted">{price && priceText(price)}</span>
  ),
  price: ({ listing }) => <span className="text-muted">{priceText(listing.proceed_price)}</span>,
  all_in: ({ listing, removed }) =>
    removed === 'unavailable' ? (
      <span className="text-muted">unavailable</span>
    ) : (
      <span className="font-semibold">{priceText(listing.all_in_price)}</span>
    ),
}

/** Cut off with an ellipsis; the full text shows on hover. */
function Text({ children, label }: { children: string; label?: string }) {
  const full = label ?? children
  return (
    <span className="truncate" title={full}>
      {full === children ? (
        children
      ) : (
        <>
          <span aria-hidden>{children}</span>
          <span className="sr-only">{full}</span>
        </>
      )}
    </span>
  )
}

function QuantityCell({ listing, removed, held, quantity, isOffered, isHolding, onQuantity }: RowCellsProps) {
  const tabIndex = useRowTabIndex()
  if (removed === 'held')
    return <RowHoldStatus listingId={listing.id} section={listing.section} held={held} isShort />
  if (removed === null && quantity === null) return <Text label="Not sold individually">No singles</Text>
  if (!isOffered) return null
  return (
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
  )
}

function InHandCell({ listing, today }: RowCellsProps) {
  const text = inHandText(listing, today)
  return (
    <span
      className={cx('inline-flex items-center gap-0.5 whitespace-nowrap', text !== 'Now' && 'text-muted')}
    >
      {listing.instant_download && <ZapIcon aria-hidden className="-ml-0.5 size-3 text-accent" />}
      <span className={cx(listing.instant_download && 'text-ink')}>{text}</span>
    </span>
  )
}

/** Age of the listing; a new price takes its place until the list is sorted again. */
function AgeCell({ listing, now, rowChange, moved, removed }: RowCellsProps) {
  const previousPrice = rowChange?.previousPrice ?? moved?.previousPrice
  if (previousPrice && removed === null)
    return <Difference previous={previousPrice} current={listing.all_in_price} />
  return (
    <span className="text-muted">
      <span aria-hidden>{ageText(listing.published_at, now)}</span>
      <span className="sr-only">{ageLabel(listing.published_at, now)}</span>
    </span>
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
