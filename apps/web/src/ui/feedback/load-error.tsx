import { errorText } from '#web/lib/http/api-error.ts'
import { ErrorState } from './error-state.tsx'

interface LoadErrorProps {
  /** What failed, such as "Couldn’t load your purchases". */
  title: string
  query: { error: unknown; refetch: () => Promise<unknown>; isFetching: boolean }
  className?: string
}

/** Replaces content that failed to load with the reason and a "Try again" button. */
export function LoadError({ title, query, className }: LoadErrorProps) {
  return (
    <ErrorState
      title={title}
      message={errorText(query.error)}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
      isOffline={!navigator.onLine}
      {...(className !== undefined && { className })}
    />
  )
}
