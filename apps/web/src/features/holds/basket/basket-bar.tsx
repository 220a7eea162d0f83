import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WireHold } from '@terrace/contracts/holds'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { groupTitles, type Command } from '#web/lib/commands/command.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { basketOf, holdsToBuy } from './basket.ts'
import { basketBarId, useBasketHeightVariable } from './basket-height.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { isFullReleaseScheduled, canRelease } from '#web/features/holds/release/scheduled-release.ts'
import { useReleaseDialog } from '#web/features/holds/release/use-release-dialog.tsx'
import type { SelectedEntry } from './selected-basket.ts'
import type { SelectedLine } from './selection.ts'
import { useBarFocus } from './use-bar-focus.ts'
import { useExpiredHolds } from '#web/features/holds/expiry/use-expired-holds.ts'
import { useSelectedBasket } from './use-selected-basket.ts'

const loadExpiredNotice = async () => ({
  default: (await import('#web/features/holds/expiry/expired-hold-notice.tsx')).ExpiredHoldNotice,
})
// Most pages have an empty basket.
const loadSections = async () => ({ default: (await import('./basket-sections.tsx')).BasketSections })
const loadTimer = async () => ({ default: (await import('./header-timer.tsx')).HeaderTimer })
const loadDialog = async () => ({ default: (await import('./basket-dialog.tsx')).BasketDialog })

interface BasketBarProps {
  /** On pages other than an event's: the header element that shows the basket as a timer instead of the bar. */
  header?: HTMLElement | null | undefined
  /** Whether the bar shows the selection on this screen. */
  hasSelection?: boolean
  onQuoteSelected?: (lines: readonly SelectedLine[]) => void
  onQuoteHeld?: (holds: readonly WireHold[]) => void
}

/**
 * Shows selected and held tickets in a sticky bar, on pages other than an event's in the header. The bar is part of the
 * page flow, so it never covers the last row.
 */
export function BasketBar({ header, hasSelection = true, onQuoteSelected, onQuoteHeld }: BasketBarProps) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(holdsQuery())
  const holds = data?.data ?? noHolds
  const { expired, dismiss } = useExpiredHolds()
  const selected = useSelectedBasket()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  // Mounted on first open, then kept mounted so that closing is animated.
  const [wasOpened, setWasOpened] = useState(false)
  const isSelecting = hasSelection && selected.entries.length > 0
  const isHolding = holds.length > 0
  const bar = useRef<HTMLElement>(null)
  const focus = useBarFocus(bar, { isSelecting, isHolding })
  const quoteSelected = onQuoteSelected && (() => onQuoteSelected(currentLines(selected.entries)))
  const quotable = holds.filter((hold) => hold.state === 'active' && !isFullReleaseScheduled(hold))
  const quoteHeld = onQuoteHeld && quotable.length > 0 ? () => onQuoteHeld(quotable) : undefined

  function open() {
    setWasOpened(true)
    setOpen(true)
  }

  async function hold() {
    // The dialog shows an error for each line.
    if (selected.hasProblems || (await selected.hold()) === 'failed') open()
  }

  const quoteBasket = isSelecting ? quoteSelected : quoteHeld
  const releaseDialog = useReleaseDialog(holds)
  const hasReleasable = holds.some(canRelease)
  const isLoading = data === undefined && !isLoadingError
  // A key pressed while the holds load acts once they are there.
  const awaited = useRef('')
  const onceLoaded = (id: string) => (isLoading ? () => void (awaited.current = id) : null)
  const commands: Command[] = [
    {
      id: 'basket.open',
      title: 'Open basket',
      key: 'b',
      run: isSelecting || isHolding ? open : onceLoaded('basket.open'),
    },
    {
      id: 'basket.hold',
      title: 'Hold selected listings',
      key: 'h',
      isOfSelection: isSelecting,
      run: isSelecting && !selected.isPending ? () => void hold() : null,
    },
    { id: 'basket.quote', title: 'Quote the basket', key: 'q', run: quoteBasket ?? null },
    {
      id: 'basket.checkout',
      title: 'Check out',
      key: 'c',
      run: isHolding
        ? () => void navigate({ to: '/checkout', search: { quote: basketOf(holdsToBuy(holds)).quoteId } })
        : onceLoaded('basket.checkout'),
    },
    {
      id: 'basket.release',
      title: 'Release tickets',
      key: 'x',
      run: hasReleasable ? releaseDialog.open : onceLoaded('basket.release'),
    },
  ]
  useCommands(groupTitles.basket, commands)
  const runAwaited = useEventCallback(() => {
    commands.find(({ id }) => id === awaited.current)?.run?.()
    awaited.current = ''
  })
  useEffect(() => {
    if (!isLoading) runAwaited()
  }, [isLoading, runAwaited])

  const hasContents = isSelecting || isHolding
  const isInHeader = header !== undefined
  const isEmpty = (isInHeader || !hasContents) && !isLoadingError && expired.length === 0
  useBasketHeightVariable(bar, isEmpty)
  useIdlePreload<never>(isInHeader ? loadTimer : loadSections)
  return (
    <div className="contents" {...focus}>
      {!isEmpty && (
        <section
          ref={bar}
          id={basketBarId}
          aria-label="Basket"
          className="sticky bottom-0 z-20 order-last animate-rise bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
        >
          {/* Holds placed together expire together; many notices must leave room for the page. */}
          <div className="max-h-44 overflow-y-auto">
            {expired.map((expiredHold) => (
              <LazyPart
                key={expiredHold.hold.hold_id}
                load={loadExpiredNotice}
                props={{ expired: expiredHold, onDone: () => dismiss(expiredHold.hold.hold_id) }}
              />
            ))}
          </div>
          {(isLoadingError || (hasContents && !isInHeader)) && (
            <LazyPart
              load={loadSections}
              props={{
                selected: isSelecting && !isInHeader ? selected : null,
                held: isHolding && !isInHeader ? basketOf(holds) : null,
                onHold: () => void hold(),
                onRelease: hasReleasable ? releaseDialog.open : undefined,
                onReview: open,
                onQuoteSelected: quoteSelected,
                onQuoteHeld: quoteHeld,
                retry: isLoadingError ? { isPending: isFetching, run: () => void refetch() } : null,
              }}
            />
          )}
        </section>
      )}
      {header &&
        hasContents &&
        createPortal(
          <LazyPart
            load={loadTimer}
            props={{
              basket: basketOf(holds),
              selected: isSelecting ? selected.entries.length : 0,
              onOpen: open,
            }}
          />,
          header,
        )}
      <p role="status" className="sr-only">
        {selected.announcement}
      </p>
      {releaseDialog.dialog}
      {wasOpened && (
        <LazyPart
          load={loadDialog}
          props={{ selected, holds, isOpen, onClose: () => setOpen(false), onQuote: quoteBasket }}
        />
      )}
    </div>
  )
}

const noHolds: [] = []

function currentLines(entries: readonly SelectedEntry[]): SelectedLine[] {
  return entries.map(({ line, splits }) => ({ ...line, splits: [...splits] }))
}
