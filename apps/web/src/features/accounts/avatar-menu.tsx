import { Avatar } from '#web/ui/avatar.tsx'
import { CountBadge } from '#web/ui/badge.tsx'
import { BookmarkIcon, LogOutIcon, QuoteIcon, TicketIcon, UserIcon } from '#web/ui/icons.ts'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'

interface AvatarMenuProps {
  name: string
  team: string
  orderCount: number
  quoteCount: number
  onAccount: () => void
  onPurchases: () => void
  onQuotes: () => void
  onTracked: () => void
  onLogOut: () => void
}

/** The user's initials with the number of orders and quotes on them; opens the menu of spec §2. */
export function AvatarMenu(props: AvatarMenuProps) {
  const { name, team, orderCount, quoteCount } = props
  const count = orderCount + quoteCount
  return (
    <Menu
      label="Your account"
      trigger={
        <MenuButton label="Your account">
          <Avatar name={name} />
          <CountBadge count={count} label="orders and quotes" className="absolute -top-1.5 -right-2" />
        </MenuButton>
      }
      header={
        <>
          <p className="font-semibold">{name}</p>
          {team !== '' && <p className="text-xs text-muted">{team}</p>}
        </>
      }
    >
      <MenuItem icon={<UserIcon aria-hidden />} onAction={props.onAccount}>
        My account
      </MenuItem>
      <MenuItem
        icon={<TicketIcon aria-hidden />}
        {...(orderCount > 0 && { aside: orderCount })}
        onAction={props.onPurchases}
      >
        Purchases
      </MenuItem>
      <MenuItem
        icon={<QuoteIcon aria-hidden />}
        {...(quoteCount > 0 && { aside: quoteCount })}
        onAction={props.onQuotes}
      >
        Quotes
      </MenuItem>
      <MenuItem icon={<BookmarkIcon aria-hidden />} onAction={props.onTracked}>
        Tracked listings
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon aria-hidden />} onAction={props.onLogOut}>
        Logout
      </MenuItem>
    </Menu>
  )
}
