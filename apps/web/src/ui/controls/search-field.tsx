import { useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import { Kbd } from './kbd.tsx'
import { PressButton } from './press-button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

export interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Called on Enter. */
  onSubmit?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  maxLength?: number
  placeholder?: string
  /** Shortcut that focuses the field, shown while it is empty. */
  shortcut?: string
  isLoading?: boolean
  autoFocus?: boolean
  size?: 'sm' | 'md' | 'lg'
  inputRef?: RefObject<HTMLInputElement | null>
  className?: string
}

const boxSizes = {
  sm: 'h-8 border-transparent bg-sunken px-2.5 text-xs hover:border-line max-sm:h-10 max-sm:text-sm',
  md: 'h-10 border-transparent bg-sunken px-3.5 text-sm hover:border-line',
  lg: 'h-14 border-ink bg-surface px-5 text-lg',
}

/** Esc clears the text, Enter submits it. Uses plain elements, because every signed-in page loads this component. */
export function SearchField({
  label,
  value,
  onChange,
  onSubmit,
  onKeyDown,
  maxLength,
  placeholder,
  shortcut,
  isLoading = false,
  autoFocus = false,
  size = 'md',
  inputRef,
  className,
}: SearchFieldProps) {
  const id = useId()
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef
  const isLarge = size === 'lg'

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    if (event.key === 'Enter' && onSubmit) {
      event.preventDefault()
      onSubmit()
    }
    if (event.key !== 'Escape' || value === '' || event.nativeEvent.isComposing) return
    // The first Esc only clears; the next one reaches the surrounding element.
    event.preventDefault()
    event.stopPropagation()
    onChange('')
  }

  return (
    <div {...(value === '' && { 'data-empty': true })} className={cx('group block w-full', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div
        className={cx(
          'flex items-center rounded border transition-colors duration-150 ease-out outline-accent',
          'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-1',
          boxSizes[size],
        )}
      >
        {isLoading ? (
          <Spinner className={cx('shrink-0 text-muted', isLarge && 'size-5')} />
        ) : (
          <SearchIcon aria-hidden className={cx('shrink-0 text-muted', isLarge ? 'size-5' : 'size-4')} />
        )}
        <input
          ref={input}
          id={id}
          type="search"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={handleKeyDown}
          autoFocus={autoFocus}
          {...(maxLength !== undefined && { maxLength })}
          {...(placeholder !== undefined && { placeholder })}
          autoComplete="off"
          className={cx(
            'min-w-0 flex-1 self-stretch bg-transparent text-ellipsis outline-none',
            isLarge ? 'px-4' : 'px-2.5',
          )}
        />
        <PressButton
          aria-label={`Clear ${label}`}
          // Esc does the same.
          excludeFromTabOrder
          preventFocusOnPress
          onPress={() => {
            onChange('')
            input.current?.focus()
          }}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded text-muted group-data-empty:hidden hover:text-ink"
        >
          <CloseIcon className="size-4" />
        </PressButton>
        {shortcut !== undefined && <Kbd className="hidden sm:group-data-empty:inline-flex">{shortcut}</Kbd>}
      </div>
    </div>
  )
}
