import { QueryClientProvider } from '@tanstack/react-query'
import { createQueryClient } from './lib/query-client.ts'
import AppShell from './routes/app-shell.tsx'

const queryClient = createQueryClient()

/** The frame of every page of somebody logged in, with the cache they share. The login page carries neither. */
export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <AppShell />
    </QueryClientProvider>
  )
}
