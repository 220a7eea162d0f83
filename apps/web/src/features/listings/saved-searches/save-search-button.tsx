import type { WireEvent } from '@terrace/contracts/catalogue'
import { useState } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SaveSearchIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { FeedParams } from '#web/features/listings/filters/feed-params.ts'

const loadDialog = async () => ({ default: (await import('./save-search-dialog.tsx')).SaveSearchDialog })

interface SaveSearchProps {
  event: WireEvent
  params: FeedParams
  onParamsChange: (change: FeedParams) => void
  /** `undefined` until the stock has loaded. */
  feePercent: string | undefined
}

/** Saves the filters as a search with alerts; the dialog loads on first use. */
export function SaveSearchButton(props: SaveSearchProps) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const open = () => setState('open')
  const preload = () => void preloadComponent(loadDialog)
  useCommands('Listings', [{ id: 'listings.save_search', title: 'Save this search', run: open }])
  return (
    <>
      <Button
        size="sm"
        icon={<SaveSearchIcon aria-hidden className="size-4.5 sm:hidden" />}
        aria-haspopup="dialog"
        onHoverStart={preload}
        onFocus={preload}
        onPress={open}
        className="max-sm:w-10 max-sm:gap-0 max-sm:px-0"
      >
        <span className="max-sm:sr-only">Save search</span>
      </Button>
      {state !== 'unused' && (
        <LazyPart
          load={loadDialog}
          props={{ ...props, isOpen: state === 'open', onClose: () => setState('closed') }}
        />
      )}
    </>
  )
}
