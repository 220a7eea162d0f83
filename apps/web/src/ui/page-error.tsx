import { errorText } from '#web/lib/api-error.ts'
import { ErrorState } from './error-state.tsx'

/** A screen that failed as a whole. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const isOffline = !navigator.onLine
  return (
    <main className="mx-auto max-w-3xl py-16">
      <ErrorState
        title={isOffline ? 'You are offline' : 'This page could not be shown'}
        message={isOffline ? 'It will load once the connection is back.' : errorText(error)}
        isOffline={isOffline}
        onRetry={reset}
      />
    </main>
  )
}
