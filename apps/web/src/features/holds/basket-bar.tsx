import { useQuery } from '@tanstack/react-query'
import type { WireHold } from '@terrace/contracts/holds'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { basketOf } from './basket.ts'
import { basketBarId, useTellBasketHeight } from './basket-height.ts'
import { HeldLane } from './held-lane.tsx'
import { LapsedNotice } from './lapsed-notice.tsx'
import { holdsQuery } from './queries.ts'
import type { SelectedEntry } from './selected-basket.ts'
import { SelectedLane } from './selected-lane.tsx'
import type { SelectedLine } from './selection.ts'
import { useBarFocus } from './use-bar-focus.ts'
import { useLapsedHolds } from './use-lapsed-holds.ts'
import { useSelectedBasket } from './use-selected-basket.ts'

const loadDialog = async () => ({ default: (await import('./basket-dialog.tsx')).BasketDialog })

interface BasketBarProps {
  /** Whether what is selected is part of it here. */
  hasSelection?: boolean
  /** Offer them to a client. */
  onQuoteSelected?: (lines: readonly SelectedLine[]) => void
  onQuoteHeld?: (holds: readonly WireHold[]) => void
}

/**
 * What is selected and what the team holds, for how long still, and the way on; at the foot of every screen but
 * checkout. It stands in the page's own flow, so that it never lies over the last row: at its very end, also where the page
 * is shorter than the window.
 */
export function BasketBar({ hasSelection = true, onQuoteSelected, onQuoteHeld }: BasketBarProps) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(holdsQuery())
  const holds = data?.data ?? noHolds
  const { lapsed, dismiss } = useLapsedHolds()
  const selected = useSelectedBasket()
  const [isOpen, setOpen] = useState(false)
  // The first opening brings the dialog's code; from then on it stays, so that it can leave as it came.
  const [wasOpened, setWasOpened] = useState(false)
  const isSelecting = hasSelection && selected.entries.length > 0
  const isHolding = holds.length > 0
  const bar = useRef<HTMLElement>(null)
  const focus = useBarFocus(bar, { isSelecting, isHolding })
  const quoteHeld = onQuoteHeld && (() => onQuoteHeld(holds.filter(({ state }) => state === 'active')))

  function open() {
    setWasOpened(true)
    setOpen(true)
  }

  async function hold() {
    // What could not be held is shown line by line.
    if (selected.hasProblems || (await selected.hold()) === 'failed') open()
  }

  const isEmpty = !isSelecting && !isHolding && !isLoadingError && lapsed.length === 0
  useTellBasketHeight(bar, isEmpty)
  return (
    <div className="contents" {...focus}>
      {!isEmpty && (
        <section
          ref={bar}
          id={basketBarId}
          aria-label="Basket"
          className="sticky bottom-0 z-20 order-last animate-rise bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
        >
          {/* What was held together lapses together: many of them leave the page its room. */}
          <div className="max-h-44 overflow-y-auto">
            {lapsed.map((ended) => (
              <LapsedNotice
                key={ended.hold.hold_id}
                ended={ended}
                onDone={() => dismiss(ended.hold.hold_id)}
              />
            ))}
          </div>
          {isLoadingError && <HoldsUnknown isRetrying={isFetching} onRetry={() => void refetch()} />}
          <div className="flex flex-wrap divide-line border-t border-line shadow max-xl:divide-y xl:divide-x">
            {isSelecting && (
              <SelectedLane
                selected={selected}
                onHold={() => void hold()}
                onReview={open}
                onQuote={onQuoteSelected && (() => onQuoteSelected(linesNow(selected.entries)))}
              />
            )}
            {isHolding && (
              <HeldLane
                basket={basketOf(holds)}
                isPrimary={!isSelecting}
                onReview={open}
                onQuote={quoteHeld}
              />
            )}
          </div>
        </section>
      )}
      <p role="status" className="sr-only">
        {selected.announcement}
      </p>
      {wasOpened && (
        <OnDemand load={loadDialog} props={{ selected, holds, isOpen, onClose: () => setOpen(false) }} />
      )}
    </div>
  )
}

const noHolds: [] = []

/** What is selected, with the quantities that can be had by now. */
function linesNow(entries: readonly SelectedEntry[]): SelectedLine[] {
  return entries.map(({ line, splits }) => ({ ...line, splits: [...splits] }))
}

function HoldsUnknown({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex items-center gap-3 border-t border-line py-2 pr-3 pl-4 text-sm text-danger sm:pl-7"
    >
      <p className="min-w-0 flex-1 font-medium">What your team holds could not be loaded.</p>
      <Button size="sm" isPending={isRetrying} onPress={onRetry}>
        Try again
      </Button>
    </div>
  )
}
