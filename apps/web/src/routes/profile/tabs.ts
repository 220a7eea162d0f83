import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'
import type { ProfileAddress, ProfileTab } from './address.ts'

interface TabProps {
  address: ProfileAddress
}

const page = (load: ComponentLoader<TabProps>): AsyncRouteComponent<TabProps> => lazyPage(load)

/** Each tab loads on first display, when its link is hovered or focused, or when the profile is idle. */
export const profilePages: Readonly<Record<ProfileTab, AsyncRouteComponent<TabProps>>> = {
  account: page(() => import('./account.tsx')),
  security: page(() => import('./security.tsx')),
  team: page(() => import('./team.tsx')),
  purchases: page(() => import('./purchases.tsx')),
  quotes: page(() => import('./quotes.tsx')),
  holds: page(() => import('./holds.tsx')),
  clients: page(() => import('./clients.tsx')),
  'quote-page': page(() => import('./quote-page.tsx')),
  tracked: page(() => import('./tracked.tsx')),
  searches: page(() => import('./searches.tsx')),
}

export function preloadProfileTab(tab: ProfileTab): void {
  void profilePages[tab].preload?.()
}
