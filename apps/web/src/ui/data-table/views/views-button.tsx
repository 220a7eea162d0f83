import { Button } from '#web/ui/controls/button.tsx'
import { ViewsIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useLazyPopover } from '#web/ui/overlay/use-lazy-popover.ts'
import type { SavedViews } from './saved-views.ts'

const loadPopover = async () => ({ default: (await import('./views-popover.tsx')).ViewsPopover })

/** Chooses and saves views of a table; the code of the list loads on first use. */
export function ViewsButton({ views, entities }: { views: SavedViews; entities: string }) {
  const { wasOpened, buttonProps, popoverProps } = useLazyPopover(loadPopover)
  const { active, isChanged } = views
  return (
    <>
      <Button
        {...buttonProps}
        size="sm"
        {...(active && { 'aria-label': `View: ${active.name}${isChanged ? ' · edited' : ''}` })}
        icon={<ViewsIcon aria-hidden className="size-4 shrink-0" />}
        className="max-w-56 @max-[52rem]:gap-0 @max-[52rem]:px-2.5"
      >
        {active === undefined ? (
          <span className="@max-[52rem]:sr-only">Views</span>
        ) : (
          <span className="@max-[52rem]:sr-only">
            {active.name}
            {isChanged && <span className="font-normal text-muted"> · edited</span>}
          </span>
        )}
      </Button>
      {wasOpened && (
        <LazyPart
          load={loadPopover}
          props={{
            views,
            entities,
            ...popoverProps,
          }}
        />
      )}
    </>
  )
}
