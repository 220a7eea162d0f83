import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { groupTitles } from '#web/lib/commands/command.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { preloadComponent, type ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

/** What was typed before the palette's code had loaded. */
export interface TypedAhead {
  text: string
  isEntered: boolean
}

export interface OpenPaletteProps {
  typedAhead: TypedAhead
  /** The element that had the focus; commands of its widget are offered too. */
  focused: Element | null
  /** Closes the palette, returns the focus and then runs the command. */
  onClose: (then?: () => void) => void
}

export type LoadPalette = ComponentLoader<OpenPaletteProps>

/** Opens the command palette on Ctrl K or Cmd K. Its code loads when the page is idle. */
export function PaletteHost({ load }: { load: LoadPalette }) {
  const [opened, setOpened] = useState<Pick<OpenPaletteProps, 'focused' | 'typedAhead'> | null>(null)
  useCommands(groupTitles.everywhere, [
    {
      id: 'palette',
      title: 'Search or run a command',
      key: 'mod+k',
      isKeyOnly: true,
      run:
        opened === null
          ? () =>
              setOpened({
                focused: document.activeElement,
                typedAhead: { text: '', isEntered: false },
              })
          : null,
    },
  ])
  useEffect(() => whenIdle(() => void preloadComponent(load)), [load])
  if (opened === null) return null

  const { focused, typedAhead } = opened
  function close(then?: () => void) {
    // Removes the palette first: it is modal, and commands run on the page behind it.
    flushSync(() => setOpened(null))
    if ((focused instanceof HTMLElement || focused instanceof SVGElement) && focused.isConnected)
      focused.focus({ preventScroll: true })
    then?.()
  }
  const typeAhead = (change: Partial<TypedAhead>) =>
    setOpened({ focused, typedAhead: { ...typedAhead, ...change } })
  return (
    <LazyPart
      load={load}
      props={{ focused, typedAhead, onClose: close }}
      pending={
        <input
          autoFocus
          aria-label="Search or run a command"
          onChange={({ target }) => typeAhead({ text: target.value })}
          onKeyDown={({ key }) => {
            if (key === 'Enter') typeAhead({ isEntered: true })
            if (key === 'Escape') close()
          }}
          className="fixed top-0 opacity-0"
        />
      }
    />
  )
}
