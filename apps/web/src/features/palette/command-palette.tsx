import { Command } from 'cmdk'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import type { PaletteEntry } from './palette-entry.ts'
import type { PaletteResults } from './palette-groups.ts'
import { PaletteFooter } from './palette-footer.tsx'
import { PaletteFrame } from './palette-frame.tsx'
import { PaletteLine } from './palette-line.tsx'
import { PaletteStatus, type PaletteState } from './palette-status.tsx'
import { useLinesOnScreen } from './use-lines-on-screen.ts'
import { useStableGroups } from './use-stable-groups.ts'

interface CommandPaletteProps {
  text: string
  /** Whether Enter was pressed before the palette had loaded. */
  isEntered: boolean
  onText: (text: string) => void
  results: PaletteResults
  state: PaletteState
  /** Name of the focused item, such as 'Block 126, row 9'. */
  context: string | undefined
  /** Whether it finds nothing but commands. */
  isCommandsOnly?: boolean
  onChoose: (entry: PaletteEntry, place: 'here' | 'new-tab') => void
  onClose: () => void
}

const movingKeys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** Goes to any page and runs any command of this page. The keyboard stays in the field, arrows choose a line. */
export function CommandPalette({
  text,
  isEntered,
  onText,
  results,
  state,
  context,
  isCommandsOnly = false,
  onChoose,
  onClose,
}: CommandPaletteProps) {
  const [moved, setMoved] = useState<string | null>(null)
  // Requests that failed, or cannot be sent while offline, must not delay the results.
  const isPending = state.isPending && !state.isFailed && !state.isOffline
  const { groups, text: shownText, isOutdated } = useStableGroups(text, results, isPending)
  const shownGroups = useLinesOnScreen(groups)
  const entries = groups.flatMap((group) => group.entries)
  // The first line, until the user chooses another one: results that arrive later do not move a choice.
  const active = entries.find(({ value }) => value === moved) ?? entries[0]

  const chooseLine = useEventCallback((value: string) => {
    const entry = entries.find((each) => each.value === value)
    if (entry) onChoose(entry, 'here')
  })

  const isWaiting = isOutdated || (isPending && active === undefined)
  const entered = useRef<{ text: string; place: 'here' | 'new-tab' } | null>(
    isEntered ? { text, place: 'here' } : null,
  )
  useEffect(() => {
    if (isWaiting || entered.current === null) return
    const { text: enteredText, place } = entered.current
    entered.current = null
    // Closing renders at once, which is not possible within an effect.
    if (enteredText === text && active) queueMicrotask(() => onChoose(active, place))
  })

  function onKeyDown(event: KeyboardEvent) {
    const isModified = event.ctrlKey || event.metaKey
    if (isModified && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onClose()
    } else if (event.key === 'Enter' && isWaiting && !event.nativeEvent.isComposing) {
      // No line belongs to this text yet. Remember Enter and choose the first line once the results are in.
      event.preventDefault()
      entered.current = { text, place: isModified ? 'new-tab' : 'here' }
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      // Not left to the library: a line that was just rendered does not listen to it yet.
      event.preventDefault()
      if (active) onChoose(active, isModified ? 'new-tab' : 'here')
    } else if (movingKeys.has(event.key) && active) setMoved(active.value)
  }

  return (
    <PaletteFrame label="Search or run a command" onClose={onClose}>
      <Command
        label="Search or run a command"
        shouldFilter={false}
        vimBindings={false}
        value={active?.value ?? ''}
        onValueChange={setMoved}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <div className="flex h-13 shrink-0 items-center gap-3 border-b border-line pr-2 pl-4 sm:pr-4">
          <SearchIcon aria-hidden className="size-5 shrink-0 text-muted" />
          <Command.Input
            autoFocus
            value={text}
            onValueChange={(typed) => {
              setMoved(null)
              onText(typed)
            }}
            maxLength={200}
            enterKeyHint="go"
            placeholder={isCommandsOnly ? 'Run a command' : 'Search or run a command'}
            className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          />
          {context !== undefined && (
            <span className="max-w-60 truncate rounded bg-accent-soft px-2 py-0.5 text-xs text-accent max-sm:hidden">
              {context}
            </span>
          )}
          <Kbd className="inline-flex max-sm:hidden">Esc</Kbd>
          <span className="sm:hidden">
            <IconButton label="Close" icon={<CloseIcon />} onPress={onClose} />
          </span>
        </div>
        <Command.List
          label="Results"
          className="thin-scroll min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 pb-2"
        >
          {shownGroups.map(({ title, entries: members }) => (
            <Command.Group
              key={title}
              heading={title}
              className="pt-2 [&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-muted"
            >
              {members.map((entry) => (
                <PaletteLine key={entry.value} entry={entry} text={shownText} onChoose={chooseLine} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {/* Below the lines, which would move when it appears. */}
        <PaletteStatus text={text} isEmpty={entries.length === 0} state={state} />
        <PaletteFooter isCommandsOnly={isCommandsOnly} />
      </Command>
    </PaletteFrame>
  )
}
