import { errorText } from '#web/lib/http/api-error.ts'
import { MainContent } from '#web/ui/layout/main-content.tsx'
import { ErrorState } from './error-state.tsx'

/** Error boundary of a whole page. Without an error, the page's code did not load and is being loaded again. */
export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const isOffline = !navigator.onLine
  const message = error === null ? 'We’re trying again.' : errorText(error)
  return (
    <MainContent className="mx-auto max-w-3xl py-16">
      <ErrorState
        title={isOffline ? 'You’re offline' : 'Something went wrong on this page'}
        message={isOffline ? 'The page loads when you’re back online.' : message}
        isOffline={isOffline}
        onRetry={reset}
      />
    </MainContent>
  )
}
