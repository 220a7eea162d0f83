import type { QueryClient } from '@tanstack/react-query'

/** What to do on news of quotes: renew what is shown of them, and say what a client did. Its code comes with the first. */
export function useQuoteNews(queryClient: QueryClient): (data: unknown) => void {
  return (data) => void hear(queryClient, data)
}

async function hear(queryClient: QueryClient, data: unknown): Promise<void> {
  try {
    const { hearOfQuote } = await import('./quote-teller.ts')
    await hearOfQuote(queryClient, data)
  } catch (error) {
    // A hint: the list itself knows, when somebody opens it.
    console.error('No news of a quote:', error)
  }
}
