import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createQueryClient } from './lib/query-client.ts'
import AppShell from './routes/app-shell.tsx'

/** The frame of every page of somebody logged in, with the cache they share. The login page carries neither. */
export function SignedIn() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell />
    </QueryClientProvider>
  )
}
