import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { OfflineNotice } from '#web/features/workspace/offline-notice.tsx'
import { QuotePage } from '#web/features/quote-page/quote-page.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'

/** The page of a quote link, whoever serves it: the server by a page of its own, or the application where it comes upon one. */
export default function Quote({ pathname }: { pathname: string }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineNotice />
      <QuotePage pathname={pathname} />
    </QueryClientProvider>
  )
}
