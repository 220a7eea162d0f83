import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { MenuState } from '#web/ui/controls/menu-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'

interface ReleaseMenuProps {
  label: string
  state: MenuState
  hold: WireHold
  onRelease: (quantity: number) => void
}

/** The quantities of a hold that may be released. */
export function ReleaseMenu({ label, state, hold, onRelease }: ReleaseMenuProps) {
  return (
    <Menu label={label} {...state}>
      {/* The whole hold comes first, because most releases are of whole holds. */}
      {hold.listing.releasable.toReversed().map((quantity) => (
        <MenuItem key={quantity} onAction={() => onRelease(quantity)}>
          {quantity === hold.quantity
            ? `Release all ${quantity}`
            : `Release ${formatTickets(quantity)}, keep ${hold.quantity - quantity}`}
        </MenuItem>
      ))}
    </Menu>
  )
}
