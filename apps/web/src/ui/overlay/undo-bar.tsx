import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react'
import { createPortal } from 'react-dom'
import { hasSingleKeyShortcuts } from '#web/lib/commands/single-key-shortcuts.ts'
import { groupTitles } from '#web/lib/commands/command.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons.ts'
import { currentUndo, dismissUndo, onUndoChange, runUndo, type UndoableAction } from './show-undo.ts'

/** How long an action can be undone. Hovering or focusing the bar pauses this, unless the server sets the end. */
const undoMs = 5000

/** Offers to undo the last action, above the bars at the bottom and any dialog. `Z` undoes too. Mounted once. */
export function UndoBar() {
  const action = useSyncExternalStore(onUndoChange, currentUndo)
  useEffect(() => dismissUndo, [])
  useCommands(groupTitles.everywhere, [
    {
      id: 'undo',
      title: 'Undo',
      detail: action?.message,
      key: 'z',
      run: action && runUndo,
      worksInDialogs: true,
    },
  ])
  return createPortal(
    // Outside of dialogs and still usable while one is open.
    <div data-react-aria-top-layer="true">
      <p role="status" className="sr-only">
        {action && announcementOf(action)}
      </p>
      {action && <Offer key={action.id} action={action} />}
    </div>,
    document.body,
  )
}

function announcementOf({ message }: UndoableAction): string {
  return hasSingleKeyShortcuts() ? `${message}. Press Z to undo.` : `${message}. You can undo this.`
}

function Offer({ action }: { action: UndoableAction }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = action.until === undefined && (isHovered || isFocused)
  const remainingMs = useRef(undoMs)
  const previousFocus = useRef<Element | null>(null)

  useEffect(() => {
    if (isPaused) return undefined
    const startedAt = performance.now()
    const timer = setTimeout(dismissUndo, action.until ? action.until - Date.now() : remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= performance.now() - startedAt
    }
  }, [isPaused, action.until])

  /** The pressed button disappears, so focus returns to where it was. */
  function end(how: () => void) {
    const target = previousFocus.current
    how()
    if (target instanceof HTMLElement && target.isConnected) target.focus()
  }

  const pausing = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget
      setFocused(true)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(currentTarget.contains(relatedTarget)),
  }
  return (
    <div
      role="group"
      aria-label="Undo"
      {...pausing}
      className={cx(
        'fixed inset-x-4 bottom-[calc(var(--basket-height,0px)+var(--bulk-bar-height,0px)+1rem)] z-50 mx-auto flex w-fit max-w-[calc(100%-2rem)] animate-rise items-center gap-1 rounded bg-bar py-1 pr-1 pl-4 text-sm text-on-bar shadow print:hidden',
        // On phones a dialog has its buttons at the bottom.
        'max-sm:[body:has([role=dialog])_&]:top-4 max-sm:[body:has([role=dialog])_&]:bottom-auto',
      )}
    >
      <p className="min-w-0 py-1.5 pr-3 [overflow-wrap:anywhere]">{action.message}</p>
      <button
        type="button"
        onClick={() => end(runUndo)}
        className="inline-flex h-9 shrink-0 items-center gap-2 rounded px-3 font-semibold text-bar-accent outline-bar-accent hover:bg-on-bar/10 focus-visible:-outline-offset-2 max-sm:h-10"
      >
        Undo
        {hasSingleKeyShortcuts() && (
          <kbd
            aria-hidden
            className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-on-bar/30 px-1 font-sans text-2xs font-normal text-on-bar/80 max-sm:hidden"
          >
            Z
          </kbd>
        )}
      </button>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => end(dismissUndo)}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded text-on-bar/80 outline-bar-accent hover:bg-on-bar/10 hover:text-on-bar focus-visible:-outline-offset-2 max-sm:size-10"
      >
        <CloseIcon aria-hidden className="size-4" />
      </button>
    </div>
  )
}
