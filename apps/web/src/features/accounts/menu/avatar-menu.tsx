import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Avatar } from '#web/ui/data-display/avatar.tsx'
import { CountBadge } from '#web/ui/data-display/badge.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { AccountMenuProps } from './account-menu.tsx'

const loadMenu = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu })

/** '1 order' or '2 orders and 1 quote'; zero counts are omitted. */
export function countsText({ orderCount, quoteCount }: { orderCount: number; quoteCount: number }): string {
  const parts = [
    [orderCount, 'order'],
    [quoteCount, 'quote'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(' and ')
}

/** The user's initials with the count of orders and quotes; opens the account menu, which loads on hover. */
export function AvatarMenu(props: AccountMenuProps) {
  return (
    <MenuButton
      hiddenSuffix="Your account"
      renderMenu={(state) => <LazyPart load={loadMenu} props={{ ...props, state }} />}
      // A failed preload is ignored; the press tries again and reports the error.
      onHoverOrFocus={() => void preloadComponent(loadMenu)}
    >
      <Avatar name={props.name} />
      <CountBadge
        count={props.orderCount + props.quoteCount}
        label={countsText(props)}
        // Next to the initials, in the margin of the window; it grows to the left.
        className="absolute -right-2 bottom-6 sm:-right-3 sm:bottom-3.5"
      />
    </MenuButton>
  )
}
