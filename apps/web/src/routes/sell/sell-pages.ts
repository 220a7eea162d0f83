import type { AsyncRouteComponent } from '@tanstack/react-router'
import { BoxIcon, FileUpIcon, FilterIcon, KeyIcon, UserIcon } from '#web/ui/icons.ts'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'

interface SellPage {
  /** Second segment of the address: `/sell/inventory`. */
  segment: string
  title: string
  Icon: typeof BoxIcon
  Page: AsyncRouteComponent<object>
  /** Whether the page fills the window and scrolls its own parts. */
  fillsWindow?: boolean
}

const inventory: SellPage = {
  segment: 'inventory',
  title: 'Inventory',
  Icon: BoxIcon,
  Page: lazyPage(() => import('./inventory.tsx')),
  fillsWindow: true,
}

/** The pages of the seller's desk, in the order of its navigation. The first is where a seller starts. */
export const sellPages: readonly SellPage[] = [
  inventory,
  {
    segment: 'imports',
    title: 'Import',
    Icon: FileUpIcon,
    Page: lazyPage(() => import('./imports.tsx')),
    fillsWindow: true,
  },
  {
    segment: 'api-keys',
    title: 'API keys',
    Icon: KeyIcon,
    Page: lazyPage(() => import('./api-keys.tsx')),
  },
  {
    segment: 'rules',
    title: 'Rules',
    Icon: FilterIcon,
    Page: lazyPage(() => import('./rules.tsx')),
  },
  {
    segment: 'account',
    title: 'Account',
    Icon: UserIcon,
    Page: lazyPage(() => import('./account.tsx')),
  },
]

export const startPage = inventory

export const sellPath = ({ segment }: SellPage): string => `/sell/${segment}`

/** The page of an address, with what follows its segment; `undefined` outside `/sell`, `null` for an unknown page. */
export function sellPageOf(pathname: string): SellPage | null | undefined {
  const [, first, segment] = pathname.split('/')
  if (first !== 'sell' || segment === undefined) return undefined
  return sellPages.find((page) => page.segment === segment) ?? null
}
