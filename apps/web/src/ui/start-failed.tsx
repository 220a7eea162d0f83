import { ErrorState } from './error-state.tsx'

/** The configuration could not be loaded, so nothing else can be. */
export function StartFailed() {
  return (
    <main className="mx-auto max-w-3xl py-24">
      <ErrorState
        title="The page could not start"
        message="The server did not answer. Check the connection and try again."
        isOffline={!navigator.onLine}
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}
