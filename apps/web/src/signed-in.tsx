import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useTeamNews } from './features/workspace/use-team-news.ts'
import { createQueryClient } from './lib/query-client.ts'
import AppShell from './routes/app-shell.tsx'

/** The frame of every page of somebody logged in, with the cache they share. The login page carries neither. */
export function SignedIn() {
  const [queryClient] = useState(createQueryClient)
  useTeamNews(queryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell />
    </QueryClientProvider>
  )
}
