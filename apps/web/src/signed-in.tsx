import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { teamEvents } from '@terrace/contracts/realtime'
import { useChat } from './features/chat/use-chat.ts'
import { useQuoteNews } from './features/quotes/use-quote-news.ts'
import { useAlerts } from './features/tracking/use-alerts.ts'
import { userInfoQuery } from './features/workspace/queries.ts'
import { useTeamNews } from './features/workspace/use-team-news.ts'
import { createQueryClient } from './lib/query-client.ts'
import AppShell from './routes/app-shell.tsx'

/** The frame of every page of somebody logged in, with the cache they share. The login page carries neither. */
export function SignedIn() {
  const [queryClient] = useState(createQueryClient)
  const askForAlerts = useAlerts(queryClient)
  const tellOfQuote = useQuoteNews(queryClient)
  useTeamNews(queryClient, (event, data) => {
    if (event === teamEvents.trackingNews) askForAlerts()
    if (event === teamEvents.quotesChanged) tellOfQuote(data)
  })
  useChat(() => queryClient.fetchQuery(userInfoQuery()))
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell />
    </QueryClientProvider>
  )
}
