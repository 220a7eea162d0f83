import { useEffect, useState } from 'react'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { ThemeMenu } from '#web/features/accounts/preferences/theme-menu.tsx'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { saveStartPage } from '#web/lib/http/start-page.ts'
import { refreshAccess } from '#web/lib/http/refresh-access.ts'
import { sides } from '#web/lib/http/sides.ts'
import {
  BookmarkIcon,
  BoxIcon,
  LogOutIcon,
  QuoteIcon,
  TicketIcon,
  TimerIcon,
  UserIcon,
} from '#web/ui/icons.ts'
import type { MenuState } from '#web/ui/controls/menu-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/controls/menu.tsx'

export interface AccountMenuProps {
  name: string
  team: string
  orderCount: number
  quoteCount: number
  onAccount: () => void
  onPurchases: () => void
  onQuotes: () => void
  onHolds: () => void
  onTracked: () => void
  onLogOut: () => void
}

/** The account menu of spec §2. */
export function AccountMenu({ state, ...props }: AccountMenuProps & { state: MenuState }) {
  const { name, team, orderCount, quoteCount } = props
  const [, setRefreshed] = useState(false)
  // The team may have been approved as a seller since the login.
  useEffect(
    () =>
      void refreshAccess().then(
        () => setRefreshed(true),
        () => undefined,
      ),
    [],
  )
  return (
    <Menu
      label="Your account"
      {...state}
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
        {...(orderCount > 0 && { aside: formatCount(orderCount) })}
        onAction={props.onPurchases}
      >
        Purchases
      </MenuItem>
      <MenuItem
        icon={<QuoteIcon aria-hidden />}
        {...(quoteCount > 0 && { aside: formatCount(quoteCount) })}
        onAction={props.onQuotes}
      >
        Quotes
      </MenuItem>
      <MenuItem icon={<TimerIcon aria-hidden />} onAction={props.onHolds}>
        Holds
      </MenuItem>
      <MenuItem icon={<BookmarkIcon aria-hidden />} onAction={props.onTracked}>
        Tracked listings
      </MenuItem>
      {sides().canSell ? (
        <MenuItem
          icon={<BoxIcon aria-hidden />}
          onAction={() => {
            saveStartPage('sell')
            redirectTo('/sell/inventory')
          }}
        >
          Switch to Sell
        </MenuItem>
      ) : (
        <MenuItem
          icon={<BoxIcon aria-hidden />}
          onAction={() => redirectTo('/profile?tab=team&show=selling')}
        >
          Start selling
        </MenuItem>
      )}
      <MenuSeparator />
      <ThemeMenu />
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon aria-hidden />} onAction={props.onLogOut}>
        Logout
      </MenuItem>
    </Menu>
  )
}
