import { ConfigError } from '#web/lib/env.ts'
import { ErrorState } from './error-state.tsx'

/** Shown when the configuration fails to load. */
export function StartupError({ error }: { error: unknown }) {
  const message =
    error instanceof ConfigError
      ? `The site isn’t configured correctly. ${error.message}`
      : 'Check your connection and try again.'
  return (
    <main className="mx-auto max-w-3xl py-24">
      <ErrorState
        title="Couldn’t load this page"
        message={message}
        isOffline={!navigator.onLine}
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}
