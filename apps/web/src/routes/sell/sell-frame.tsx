import '#web/styles/sell.css'
import { Link, Navigate, useLocation } from '@tanstack/react-router'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FactorPromptHost } from '#web/features/accounts/security/factor-prompt-host.tsx'
import { useLogOut } from '#web/features/accounts/use-log-out.ts'
import { teamName } from '#web/features/accounts/user-name.ts'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { recordToasts } from '#web/features/notifications/record-toasts.ts'
import { PaletteButton } from '#web/features/palette/palette-button.tsx'
import { PaletteHost } from '#web/features/palette/palette-host.tsx'
import { OutageNotice } from '#web/features/workspace/outage-notice.tsx'
import { ShortcutHelp } from '#web/features/workspace/shortcuts/shortcut-help.tsx'
import { contentId, SkipLink } from '#web/features/workspace/skip-link.tsx'
import { useAccountUpdates } from '#web/features/workspace/use-account-updates.ts'
import { useTeamUpdates } from '#web/features/workspace/use-team-updates.ts'
import { env } from '#web/lib/env.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { readUser } from '#web/lib/http/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Wordmark } from '#web/ui/data-display/logo.tsx'
import { KeyIcon, SearchIcon } from '#web/ui/icons.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'
import { MainContent } from '#web/ui/layout/main-content.tsx'
import { SellNavigation } from './sell-navigation.tsx'
import { sellPageOf, sellPath, startPage } from './sell-pages.ts'

const SideSwitch = lazyPage(() => import('./side-switch.tsx'))
const loadPalette = () => import('../palettes/role-palette.tsx')
const loadUndoBar = async () => ({ default: (await import('#web/ui/overlay/undo-bar.tsx')).UndoBar })

// Loads in parallel with the frame's first request.
void startPage.Page.preload?.()

/** The frame of every page for sellers, with the shared query client. */
export default function SellFrame() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Desk />
      <FactorPromptHost />
    </QueryClientProvider>
  )
}

/** Header, navigation and one page. A seller starts in the inventory. */
function Desk() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const page = sellPageOf(pathname)
  useDeskUpdates()
  if (page === undefined) return <Navigate to="/sell/$" params={{ _splat: startPage.segment }} replace />
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <OutageNotice />
      <Header />
      <LazyPart load={loadUndoBar} props={{}} />
      <ShortcutHelp />
      <PaletteHost load={loadPalette} />
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <SellNavigation current={page} />
        <MainContent
          key={page?.segment}
          id={contentId}
          tabIndex={-1}
          className={
            page?.fillsWindow === true
              ? 'flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none'
              : 'min-h-0 min-w-0 flex-1 overflow-y-auto outline-none'
          }
        >
          {page ? <Permitted page={page} /> : <UnknownPage />}
        </MainContent>
      </div>
    </div>
  )
}

/** Settings, toasts and the notifications centre stay the same on all of the account's devices. */
function useDeskUpdates(): void {
  const queryClient = useQueryClient()
  const updateAccount = useAccountUpdates(queryClient)
  useTeamUpdates(queryClient, updateAccount)
  useEffect(() => recordToasts(), [])
}

function Header() {
  const logOut = useLogOut()
  return (
    <header className="flex h-(--header-height) shrink-0 items-center gap-2 border-b border-line bg-surface px-3 sm:gap-4 sm:px-5 print:hidden">
      <Link
        to="/sell/$"
        params={{ _splat: startPage.segment }}
        aria-label={`${env().brand}, inventory`}
        className="-mx-1 inline-flex touch-target shrink-0 rounded-sm p-1"
      >
        <Wordmark brand={env().brand} nameClassName="max-[359px]:hidden" />
      </Link>
      <SideSwitch />
      <p className="min-w-0 flex-1 truncate text-sm font-medium max-sm:sr-only">{teamName(readUser())}</p>
      <div className="flex items-center gap-2 max-sm:ml-auto sm:gap-4">
        <PaletteButton />
        <NotificationBell />
        <Button size="sm" isPending={logOut.isPending} onPress={() => logOut.mutate()}>
          Logout
        </Button>
      </div>
    </header>
  )
}

/** A member who may do nothing for the seller reads why; the account page is for everyone. */
function Permitted({ page }: { page: NonNullable<ReturnType<typeof sellPageOf>> }) {
  const reason = refusal('view')
  if (reason === null || page.segment === 'account') return <page.Page />
  return (
    <>
      <h1 className="sr-only">{page.title}</h1>
      <EmptyState className="py-24" icon={<KeyIcon />} title="You can’t see this page" message={reason} />
    </>
  )
}

function UnknownPage() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        className="py-24"
        icon={<SearchIcon />}
        title="Page not found"
        message="Check the address or go back to your inventory."
        action={<a href={sellPath(startPage)}>Go to inventory</a>}
      />
    </>
  )
}
