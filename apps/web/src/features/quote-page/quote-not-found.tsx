import { useEffect } from 'react'

/**
 * Shown when no quote exists at the URL. It has no brand, menu or login, because the domain may be a broker's own
 * (product.md §11.1).
 */
export function QuoteNotFound() {
  useEffect(() => {
    document.title = 'Not found'
  }, [])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <h1 className="text-2xl">Not found</h1>
      <p className="mt-2 max-w-prose text-base text-balance text-muted">
        This quote doesn’t exist. Ask the sender for a new link.
      </p>
    </main>
  )
}
