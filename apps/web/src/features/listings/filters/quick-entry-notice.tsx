import { useEffect } from 'react'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import type { FeedFilterProps } from './filter-choices.ts'
import { resolveVenueParts } from './resolve-venue-parts.ts'

/**
 * Says which words of a search had no effect here. Once the listings have loaded, turns typed parts of the venue into
 * filters.
 */
export function QuickEntryNotice({ filters }: { filters: FeedFilterProps }) {
  const { params, onParamsChange, unfilteredMeta } = filters
  const { venue_part: venueParts, ignored_word: ignoredWords = [] } = params
  const facets = unfilteredMeta?.facets
  const resolve = useEventCallback(() => {
    if (venueParts && facets) onParamsChange(resolveVenueParts(venueParts, params, facets))
  })
  useEffect(() => {
    if (venueParts && facets) resolve()
  }, [venueParts, facets, resolve])
  if (ignoredWords.length === 0) return null
  return (
    <div
      role="status"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-signal-soft px-5 py-1.5 text-sm text-signal max-sm:px-4"
    >
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        These words of your search had no effect: {ignoredWords.map((word) => `“${word}”`).join(', ')}
      </p>
      <Button
        tone="quiet"
        size="sm"
        aria-label="Dismiss"
        onPress={() => onParamsChange({ ignored_word: undefined })}
        className="!px-2"
      >
        <CloseIcon aria-hidden className="size-4" />
      </Button>
    </div>
  )
}
