import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'
import type { ProfileAddress, ProfileTab } from './profile-address.ts'

interface TabProps {
  address: ProfileAddress
}

const page = (load: ComponentLoader<TabProps>): AsyncRouteComponent<TabProps> => lazyPage(load)

/** Each tab loads on first display, when its link is hovered or focused, or when the profile is idle. */
export const profilePages: Readonly<Record<ProfileTab, AsyncRouteComponent<TabProps>>> = {
  account: page(() => import('./profile-account.tsx')),
  team: page(() => import('./profile-team.tsx')),
  purchases: page(() => import('./profile-purchases.tsx')),
  quotes: page(() => import('./profile-quotes.tsx')),
  holds: page(() => import('./profile-holds.tsx')),
  clients: page(() => import('./profile-clients.tsx')),
  'quote-page': page(() => import('./profile-quote-page.tsx')),
  tracked: page(() => import('./profile-tracked.tsx')),
  searches: page(() => import('./profile-searches.tsx')),
}

export function preloadProfileTab(tab: ProfileTab): void {
  void profilePages[tab].preload?.()
}
