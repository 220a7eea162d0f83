import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { cx } from '#web/ui/cx.ts'
import { CheckIcon } from '#web/ui/icons.ts'
import type { DropdownChoice } from './dropdown-choices.ts'

interface DropdownMenuProps {
  labelId: string
  choices: readonly DropdownChoice[]
  /** Key of the chosen option. */
  selectedKey: string | null
  isLoading: boolean
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  /** Initial focus where nothing is chosen. */
  focus: true | 'first' | 'last'
  onChoose: (choice: DropdownChoice) => void
  onClose: () => void
}

/** Page Up and Page Down move this many options (spec §9). */
const pageSize = 5
const menuHeight = { min: 140, max: 300 }

export function DropdownMenu({
  labelId,
  choices,
  selectedKey,
  isLoading,
  triggerRef,
  isOpen,
  focus,
  onChoose,
  onClose,
}: DropdownMenuProps) {
  const list = useRef<HTMLDivElement>(null)

  /** React Aria pages by visible height; spec §9 requires five options. */
  function onKeyDownCapture(event: KeyboardEvent) {
    if (event.key !== 'PageDown' && event.key !== 'PageUp') return
    event.preventDefault()
    event.stopPropagation()
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const index = options.findIndex((option) => option === document.activeElement)
    const step = event.key === 'PageDown' ? pageSize : -pageSize
    options[Math.min(Math.max(index + step, 0), options.length - 1)]?.focus()
  }

  return (
    <Popover
      trigger="Select"
      triggerRef={triggerRef}
      scrollRef={list}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      aria-labelledby={labelId}
      placement="bottom start"
      maxHeight={menuHeight.max}
      offset={4}
      style={{ minHeight: menuHeight.min }}
      className="flex min-w-(--trigger-width) animate-rise flex-col overflow-hidden rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
    >
      <div className="flex min-h-0 flex-1 flex-col" onKeyDownCapture={onKeyDownCapture}>
        <ListBox
          ref={list}
          aria-labelledby={labelId}
          autoFocus={focus}
          shouldFocusOnHover
          shouldSelectOnPressUp
          selectionMode="single"
          selectedKeys={selectedKey === null ? [] : [selectedKey]}
          // The chosen option chosen again is reported as no selection.
          onSelectionChange={(selection) => {
            const chosen = choices.find(({ key }) => selection !== 'all' && selection.has(key))
            if (chosen) onChoose(chosen)
            onClose()
          }}
          items={isLoading ? [] : choices.map((choice) => ({ choice, id: choice.key }))}
          renderEmptyState={() => (
            <p className="px-3 py-10 text-center text-sm text-muted">
              {isLoading ? 'Loading...' : 'No options'}
            </p>
          )}
          className="thin-scroll min-h-0 flex-1 overflow-y-auto p-1 outline-none"
        >
          {({ choice: { key, text, option } }) => (
            <ListBoxItem
              id={key}
              textValue={text}
              className={cx(
                'group flex min-h-9 items-center gap-2 rounded px-2.5 py-1.5 text-sm outline-none',
                'data-focused:bg-ink/6 data-selected:font-semibold',
                'data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent',
                option.className,
              )}
            >
              {option.depth !== undefined && option.depth > 0 && (
                <span aria-hidden className="shrink-0" style={{ width: `${option.depth}rem` }} />
              )}
              {option.icon}
              <span className="min-w-0 flex-1">{text}</span>
              <CheckIcon
                aria-hidden
                className="invisible size-4 shrink-0 text-accent group-data-selected:visible"
              />
            </ListBoxItem>
          )}
        </ListBox>
      </div>
    </Popover>
  )
}
