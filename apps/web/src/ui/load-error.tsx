import { errorText } from '#web/lib/api-error.ts'
import { ErrorState } from './error-state.tsx'

interface LoadErrorProps {
  /** What could not be loaded, in words of the screen it stands on. */
  title: string
  /** The query that failed. */
  query: { error: unknown; refetch: () => Promise<unknown>; isFetching: boolean }
  className?: string
}

/** Stands where an answer of the server would be that could not be had: why, and once more. */
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
