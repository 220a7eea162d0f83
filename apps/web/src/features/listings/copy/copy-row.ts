import type { QueryClient } from '@tanstack/react-query'
import { copiedForClient, copiedWithCost } from '#web/features/quotes/copy/copy-buttons.tsx'
import type { CopySource } from '#web/lib/format/copy-text.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { forClient, withCost, type CopiedListing } from './listing-copy-sources.ts'

export type CopyReader = 'client' | 'team'

/** The text of a row for its reader. */
export async function rowCopySource(
  queryClient: QueryClient,
  copied: CopiedListing,
  reader: CopyReader,
): Promise<CopySource> {
  return reader === 'client' ? forClient(queryClient, copied) : withCost(copied)
}

/** Reports a copied row in a toast, because the palette has closed. */
export function showCopyOutcome(
  { source, isCopied }: { source: CopySource; isCopied: boolean },
  reader: CopyReader,
): void {
  if ('problem' in source) showToast(source.problem, toastSeverity.error)
  else if (isCopied) showToast(reader === 'client' ? copiedForClient : copiedWithCost)
  else showToast('Your browser blocked copying. Open the row and copy from there.', toastSeverity.error)
}
