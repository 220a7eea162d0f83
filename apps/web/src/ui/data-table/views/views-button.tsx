import { useRef, useState } from 'react'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ViewsIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { SavedViews } from './saved-views.ts'

const loadPopover = async () => ({ default: (await import('./views-popover.tsx')).ViewsPopover })

/** Chooses and saves views of a table; the code of the list loads on first use. */
export function ViewsButton({ views, entities }: { views: SavedViews; entities: string }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const preload = () => void preloadComponent(loadPopover)
  const { active, isChanged } = views
  return (
    <>
      <Button
        ref={trigger}
        size="sm"
        {...(active && { 'aria-label': `View: ${active.name}${isChanged ? ' · edited' : ''}` })}
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        icon={<ViewsIcon aria-hidden className="size-4 shrink-0" />}
        className="max-w-56 @max-[52rem]:gap-0 @max-[52rem]:px-2.5"
        onHoverStart={preload}
        onFocus={preload}
        onPress={() => setState(state === 'open' ? 'closed' : 'open')}
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
      {state !== 'unused' && (
        <LazyPart
          load={loadPopover}
          props={{
            views,
            entities,
            triggerRef: trigger,
            isOpen: state === 'open',
            onClose: () => setState('closed'),
          }}
        />
      )}
    </>
  )
}
