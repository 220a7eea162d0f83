import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { OutageNotice } from '#web/features/workspace/outage-notice.tsx'
import { QuotePage } from '#web/features/quote-page/quote-page.tsx'
import { useLayoutState } from '#web/lib/layout-state.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'

/** The page of a quote link, used by the separate quote entry and by the application. */
export default function Quote({ pathname }: { pathname: string }) {
  const [queryClient] = useState(createQueryClient)
  const { isValidQuote } = useLayoutState()
  return (
    <QueryClientProvider client={queryClient}>
      {/* A page without a quote shows nothing that could be out of date. */}
      {isValidQuote !== false && <OutageNotice />}
      <QuotePage pathname={pathname} />
    </QueryClientProvider>
  )
}
