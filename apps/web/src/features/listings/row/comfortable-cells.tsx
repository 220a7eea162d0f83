import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, multiplyMoney } from '@terrace/domain/money/money'
import { NumberChooser } from '#web/ui/controls/number-chooser.tsx'
import { priceText } from '#web/lib/format/price.ts'
import { shortDelivery } from './compact-texts.ts'
import { deliveryDetails, seatsText } from './listing-details.ts'
import { ListingNotes } from './listing-notes.tsx'
import { RowHoldStatus } from './row-hold.tsx'
import { rowTag, type RowCellsProps } from './row-cells.ts'
import { RowSeats } from './row-seats.tsx'
import { useRowTabIndex } from './row-tab-index.ts'

/** A row of two lines, or a card in narrow lists. */
export function ComfortableCells(props: RowCellsProps) {
  const { listing, removalReason, held, quantity, isOffered, notes, onOpen } = props
  const tabIndex = useRowTabIndex()
  const delivery = deliveryDetails(listing, props.today)
  const tag = rowTag(props)
  const pricedQuantity = removalReason === 'held' ? held : quantity
  const previousPrice = props.rowChange?.previousPrice ?? props.moved?.previousPrice
  return (
    <>
      <RowSeats
        listing={listing}
        step={props.step}
        tag={tag}
        selection={props.selection}
        isHeld={removalReason === 'held'}
        isOpen={props.isOpen}
        detailsId={props.detailsId}
        onOpen={onOpen}
      />
      <div role="gridcell" className="tabular min-w-0 [grid-area:seats] @max-[54rem]:hidden">
        {seatsText(listing)}
        {tag !== null && <span className="block text-2xs font-semibold text-accent">{tag}</span>}
      </div>
      <div role="gridcell" className="[grid-area:quantity]">
        {removalReason === 'held' && (
          <RowHoldStatus listingId={listing.id} section={listing.section} held={held} />
        )}
        {removalReason === null && quantity === null && (
          <span className="text-xs text-muted">Not sold individually</span>
        )}
        {isOffered && (
          <NumberChooser
            label={`Quantity, ${listing.section}`}
            numbers={listing.splits}
            value={quantity}
            onChange={props.onQuantity}
            isDisabled={props.isHolding}
            limit={4}
            tabIndex={tabIndex}
          />
        )}
      </div>
      <div role="gridcell" className="min-w-0 [grid-area:delivery] @max-[33rem]:truncate">
        {/* Tight enough for "Member/Season Card", which would otherwise wrap and make the row taller. */}
        <span className="text-xs tracking-tight whitespace-nowrap @max-[54rem]:text-muted @max-[33rem]:sr-only">
          {delivery.label}
        </span>
        <span className="text-xs text-muted @min-[54rem]:hidden @max-[33rem]:sr-only">, </span>
        <span className="tabular text-xs whitespace-nowrap text-muted @max-[33rem]:sr-only @min-[54rem]:block">
          {delivery.timing}
        </span>
        {/* A card has no room for the labels in full. */}
        <span aria-hidden className="tabular text-xs text-muted @min-[33rem]:hidden">
          {shortDelivery(listing.ticket_type).short}, {delivery.shortTiming}
        </span>
      </div>
      <div role="gridcell" className="flex items-center [grid-area:notes]">
        <ListingNotes notes={notes} section={listing.section} onPress={onOpen} />
      </div>
      <div role="gridcell" className="tabular text-right [grid-area:price] @max-[33rem]:self-start">
        <span className="block text-base leading-5 font-semibold">{priceText(listing.all_in_price)}</span>
        <span className="block text-xs whitespace-nowrap text-muted">
          {removalReason === 'unavailable' && 'unavailable'}
          {removalReason !== 'unavailable' && previousPrice && `was ${priceText(previousPrice)}`}
          {removalReason !== 'unavailable' && !previousPrice && (
            <>
              <span>{priceText(listing.proceed_price)}</span> + fee
            </>
          )}
        </span>
      </div>
      <div
        role="gridcell"
        className="tabular text-right text-xs text-muted [grid-area:total] @max-[54rem]:hidden"
      >
        {removalReason !== 'unavailable' && pricedQuantity !== null && (
          <>{formatMoney(multiplyMoney(fromWireMoney(listing.all_in_price), pricedQuantity))}</>
        )}
      </div>
      {props.actions}
    </>
  )
}
