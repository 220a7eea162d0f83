import { errorText } from '#web/lib/http/api-error.ts'
import { ErrorState } from './error-state.tsx'

/** Error boundary of a whole page. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const isOffline = !navigator.onLine
  return (
    <main className="mx-auto max-w-3xl py-16">
      <ErrorState
        title={isOffline ? 'You’re offline' : 'Something went wrong on this page'}
        message={isOffline ? 'The page loads when you’re back online.' : errorText(error)}
        isOffline={isOffline}
        onRetry={reset}
      />
    </main>
  )
}
