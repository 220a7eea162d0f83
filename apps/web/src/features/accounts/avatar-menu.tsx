import { fetchAhead } from '#web/lib/use-loaded.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CountBadge } from '#web/ui/badge.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import type { AccountMenuProps } from './account-menu.tsx'

const loadMenu = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu })

/** The user's initials with the number of orders and quotes on them; opens the menu, whose code comes with the pointer. */
export function AvatarMenu(props: AccountMenuProps) {
  return (
    <MenuButton
      label="Your account"
      renderMenu={(state) => <OnDemand load={loadMenu} props={{ ...props, state }} />}
      // A load that fails here is tried again by the press, which is where it is told.
      onApproach={() => void fetchAhead(loadMenu)}
    >
      <Avatar name={props.name} />
      <CountBadge
        count={props.orderCount + props.quoteCount}
        label="orders and quotes"
        className="absolute bottom-6 left-6"
      />
    </MenuButton>
  )
}
