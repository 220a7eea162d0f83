import type { QueryClient } from '@tanstack/react-query'
import { copiedForClient, copiedWithCost } from '#web/features/quotes/copy/copy-buttons.tsx'
import { copyText } from '#web/lib/format/copy-text.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { forClient, withCost, type CopiedListing } from './listing-copy-sources.ts'

/** Copies a row by command. A toast reports it, because the palette has closed. */
export async function copyRow(
  queryClient: QueryClient,
  copied: CopiedListing,
  reader: 'client' | 'team',
): Promise<void> {
  const source = reader === 'client' ? await forClient(queryClient, copied) : withCost(copied)
  if ('problem' in source) showToast(source.problem, toastSeverity.error)
  else if (await copyText(source.text)) showToast(reader === 'client' ? copiedForClient : copiedWithCost)
  else showToast('Your browser blocked copying. Open the row and copy from there.', toastSeverity.error)
}
