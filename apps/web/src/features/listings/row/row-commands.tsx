import type { WireListing } from '@terrace/contracts/listings'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { RefObject } from 'react'
import { useSelectedLines } from '#web/features/holds/basket/selection.ts'
import { seatLabel } from '#web/features/tracking/seat-label.ts'
import { useTracked } from '#web/features/tracking/use-tracked.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useRowCopy } from '#web/features/listings/copy/use-row-copy.ts'

interface RowCommandsProps {
  row: RefObject<HTMLElement | null>
  listing: WireListing
  /** `null` when the row offers nothing to hold. */
  quantity: number | null
  isSelected: boolean
  isTracked: boolean
  onHold: ((quantity: number) => void) | null
  onQuote: (() => void) | null
  onSelect: (() => void) | null
  onOpen: () => void
}

/** Commands of the row with the focus. Mounted in the current row only, because tables render many. */
export function RowCommands({
  row,
  listing,
  quantity,
  onHold,
  onQuote,
  onSelect,
  ...props
}: RowCommandsProps) {
  const copyFor = useRowCopy(listing, quantity)
  const { isTracked, toggle } = useTracked(listing.id, props.isTracked)
  // While listings are selected, the keys act on the selection.
  const hasSelection = useSelectedLines().length > 0
  const common = { detail: seatLabel(listing), scope: row }
  useCommands('Current listing', [
    {
      ...common,
      id: 'listing.hold',
      title: quantity === null ? 'Hold' : `Hold ${formatTickets(quantity)}`,
      ...(!hasSelection && { key: 'h' }),
      run: onHold && quantity !== null ? () => onHold(quantity) : null,
    },
    { ...common, id: 'listing.quote', title: 'Quote', ...(!hasSelection && { key: 'q' }), run: onQuote },
    {
      ...common,
      id: 'listing.copy_client',
      title: 'Copy for client',
      run: copyFor && (() => copyFor('client')),
    },
    {
      ...common,
      id: 'listing.copy',
      title: 'Copy listing with cost',
      run: copyFor && (() => copyFor('team')),
    },
    { ...common, id: 'listing.track', title: isTracked ? 'Stop tracking' : 'Track', key: 't', run: toggle },
    {
      ...common,
      id: 'listing.select',
      title: props.isSelected ? 'Remove from selection' : 'Select',
      widgetKeys: ['Space'],
      run: onSelect,
    },
    { ...common, id: 'listing.details', title: 'Show details', widgetKeys: ['Enter'], run: props.onOpen },
    { ...common, id: 'listing.quantity', title: 'Choose quantity', widgetKeys: ['1', '…', '9'], run: null },
  ])
  return null
}
