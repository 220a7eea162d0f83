import type { QueryClient } from '@tanstack/react-query'

/** Returns a handler for quote updates. Its code loads with the first update. */
export function useQuoteNotifications(queryClient: QueryClient): (data: unknown) => void {
  return (data) => void handleUpdate(queryClient, data)
}

async function handleUpdate(queryClient: QueryClient, data: unknown): Promise<void> {
  try {
    const { onQuoteUpdate } = await import('./on-quote-update.ts')
    await onQuoteUpdate(queryClient, data)
  } catch (error) {
    // Toasts are best effort; the quotes list shows the change as well.
    console.error('Could not show a quote update:', error)
  }
}
