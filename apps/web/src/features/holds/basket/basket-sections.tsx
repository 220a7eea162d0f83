import { Button } from '#web/ui/controls/button.tsx'
import type { Basket } from './basket.ts'
import { HeldSection } from './held-section.tsx'
import { SelectedSection } from './selected-section.tsx'
import type { useSelectedBasket } from './use-selected-basket.ts'

interface BasketSectionsProps {
  selected: ReturnType<typeof useSelectedBasket> | null
  held: Basket | null
  onHold: () => void
  onRelease: (() => void) | undefined
  onReview: () => void
  onQuoteSelected: (() => void) | undefined
  onQuoteHeld: (() => void) | undefined
  /** Set when the holds could not be loaded. */
  retry: { isPending: boolean; run: () => void } | null
}

/** Contents of the basket bar: what is selected and what is held, or that the holds are unknown. */
export function BasketSections({
  selected,
  held,
  onHold,
  onRelease,
  onReview,
  onQuoteSelected,
  onQuoteHeld,
  retry,
}: BasketSectionsProps) {
  return (
    <>
      {retry && (
        <div
          role="alert"
          className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm text-danger sm:px-5"
        >
          <p className="min-w-0 flex-1 font-medium">Couldn’t load your team’s holds.</p>
          <Button size="sm" isPending={retry.isPending} onPress={retry.run}>
            Try again
          </Button>
        </div>
      )}
      <div className="flex flex-wrap divide-line border-t border-line shadow max-xl:divide-y xl:divide-x">
        {selected && (
          <SelectedSection
            selected={selected}
            onHold={onHold}
            onReview={onReview}
            onQuote={onQuoteSelected}
          />
        )}
        {held && (
          <HeldSection
            basket={held}
            isPrimary={selected === null}
            onRelease={onRelease}
            onReview={onReview}
            onQuote={onQuoteHeld}
          />
        )}
      </div>
    </>
  )
}
