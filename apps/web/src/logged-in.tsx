import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accessChanged, teamEvents } from '@terrace/contracts/realtime'
import { FactorPromptHost } from './features/accounts/security/factor-prompt-host.tsx'
import type { ChatProps } from './features/chat/chat.tsx'
import { recordToasts } from './features/notifications/record-toasts.ts'
import { useQuoteNotifications } from './features/quotes/live/use-quote-notifications.ts'
import { useAlerts } from './features/tracking/use-alerts.ts'
import { useAccountUpdates } from './features/workspace/use-account-updates.ts'
import { userInfoQuery } from './features/workspace/queries.ts'
import { useTeamUpdates } from './features/workspace/use-team-updates.ts'
import { routeKeys } from './lib/data-keys.ts'
import { env } from './lib/env.ts'
import { useLazyComponent } from './lib/hooks/use-lazy-component.ts'
import { createQueryClient } from './lib/http/query-client.ts'
import { readUser } from './lib/http/session.ts'
import AppShell from './routes/app-shell.tsx'
import { lazyPage } from './ui/layout/lazy-page.tsx'

const Operator = lazyPage(() => import('./routes/operator.tsx'))

/** The frame of every logged-in page, with the shared query client. The login page loads neither. */
export function LoggedIn() {
  const [queryClient] = useState(createQueryClient)
  const isOperator = readUser()?.['role'] === 'operator'
  return (
    <QueryClientProvider client={queryClient}>
      {/* Buyer screens call endpoints that return 403 to other roles. A seller has a frame of their own. */}
      {isOperator ? <Operator /> : <Buyer queryClient={queryClient} />}
      <FactorPromptHost />
    </QueryClientProvider>
  )
}

function Buyer({ queryClient }: { queryClient: ReturnType<typeof createQueryClient> }) {
  const checkAlerts = useAlerts(queryClient)
  const notifyQuoteUpdate = useQuoteNotifications(queryClient)
  const updateAccount = useAccountUpdates(queryClient)
  const [, setChanges] = useState(0)
  /** A team that may sell from now on sees the way to the desk. */
  async function showNewAccess(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: [routeKeys.sellerAccount] })
    try {
      const { refreshAccess } = await import('./lib/http/refresh-access.ts')
      await refreshAccess()
    } catch {
      // The next login shows it.
    }
    setChanges((count) => count + 1)
  }
  useTeamUpdates(queryClient, (event, data) => {
    if (event === teamEvents.trackingChanged) checkAlerts()
    if (event === teamEvents.quotesChanged) notifyQuoteUpdate(data)
    if (event === accessChanged) void showNewAccess()
    updateAccount(event, data)
  })
  // Stores `userInfo` (spec §7) on every page, not only on those that show the account.
  useEffect(() => void queryClient.prefetchQuery(userInfoQuery()), [queryClient])
  useEffect(() => recordToasts(), [])
  return (
    <>
      <AppShell />
      {env().chat && <ChatHost currentUser={() => queryClient.fetchQuery(userInfoQuery())} />}
    </>
  )
}

const loadChat = async () => ({ default: (await import('./features/chat/chat.tsx')).Chat })

/** Few sites have a chat, so its code loads only there; if that fails, the page has none. */
function ChatHost(props: ChatProps) {
  const { Loaded } = useLazyComponent(loadChat)
  return Loaded ? <Loaded {...props} /> : null
}
