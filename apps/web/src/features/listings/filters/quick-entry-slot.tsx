import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { FeedFilterProps } from './filter-choices.ts'

const loadNotice = async () => ({ default: (await import('./quick-entry-notice.tsx')).QuickEntryNotice })

/** Applies the venue parts of a search and names its ignored words; loaded only if the URL has any. */
export function QuickEntrySlot({ filters }: { filters: FeedFilterProps }) {
  const { venue_part: venueParts, ignored_word: ignoredWords } = filters.params
  return (venueParts ?? ignoredWords) && <LoadedNotice filters={filters} />
}

function LoadedNotice({ filters }: { filters: FeedFilterProps }) {
  const { Loaded, isFailed, retry } = useLazyComponent(loadNotice)
  if (Loaded) return <Loaded filters={filters} />
  return (
    isFailed && (
      <p
        role="alert"
        className="flex items-center gap-3 border-b border-line px-5 py-1.5 text-sm max-sm:px-4"
      >
        Couldn’t apply your whole search.
        <Button size="sm" onPress={retry}>
          Try again
        </Button>
      </p>
    )
  )
}
