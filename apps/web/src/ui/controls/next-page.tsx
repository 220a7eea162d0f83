import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from './button.tsx'

interface NextPageProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => Promise<unknown>
  }
  label?: string
  tone?: 'quiet'
  className?: string
}

/** Loads the next page of a list in a dialog or panel; nothing once all pages are loaded. */
export function NextPage({ query, label = 'Show more', tone, className }: NextPageProps) {
  if (!query.hasNextPage) return null
  return (
    <div className={className}>
      <Button
        size="sm"
        isPending={query.isFetchingNextPage}
        onPress={() => void query.fetchNextPage()}
        {...(tone && { tone })}
      >
        {label}
      </Button>
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {errorText(query.error)}
        </p>
      )}
    </div>
  )
}
