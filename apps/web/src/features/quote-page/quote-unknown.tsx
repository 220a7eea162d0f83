import { useEffect } from 'react'

/**
 * What a visitor sees where there is no quote: no name, no menu and no login, because the address may be a broker's own
 * (product.md §11).
 */
export function QuoteUnknown() {
  useEffect(() => {
    document.title = 'Not found'
  }, [])
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <h1 className="text-2xl">Not found</h1>
      <p className="mt-2 max-w-prose text-base text-balance text-muted">
        There is nothing at this address. If somebody sent you this link, ask them for a new one.
      </p>
    </main>
  )
}
