import type { KeyboardEvent, Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon, SearchIcon } from '#web/ui/icons.ts'
import { Kbd } from './kbd.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

export interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onSubmit?: (value: string) => void
  onFocus?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  placeholder?: string
  /** Shortcut that focuses the field, shown while it is empty. */
  shortcut?: string
  isLoading?: boolean
  autoFocus?: boolean
  maxLength?: number
  size?: 'sm' | 'md' | 'lg'
  inputRef?: Ref<HTMLInputElement>
  /** ARIA state of the suggestion list that belongs to the field. */
  combobox?: { listId: string; isOpen: boolean; activeId?: string | undefined }
  className?: string
}

const boxSizes = {
  sm: 'h-8 border-transparent bg-sunken px-2.5 text-xs hover:border-line max-sm:h-10 max-sm:text-sm',
  md: 'h-10 border-transparent bg-sunken px-3.5 text-sm hover:border-line',
  lg: 'h-14 border-ink bg-surface px-5 text-lg',
}

/** A single-line search field; Esc clears it, Enter submits. */
export function SearchField({
  label,
  placeholder,
  shortcut,
  isLoading = false,
  autoFocus = false,
  size = 'md',
  inputRef,
  combobox,
  onKeyDown,
  className,
  ...props
}: SearchFieldProps) {
  const isLarge = size === 'lg'
  return (
    <AriaSearchField {...props} className={cx('group block w-full', className)}>
      <Label className="sr-only">{label}</Label>
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
        <Input
          ref={inputRef}
          // On the input itself: React Aria would set the focus only after the first paint.
          autoFocus={autoFocus}
          {...(placeholder !== undefined && { placeholder })}
          {...(onKeyDown && { onKeyDown })}
          {...(combobox && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': combobox.isOpen,
            'aria-controls': combobox.listId,
            ...(combobox.activeId !== undefined && { 'aria-activedescendant': combobox.activeId }),
          })}
          autoComplete="off"
          className={cx(
            'min-w-0 flex-1 self-stretch bg-transparent outline-none',
            isLarge ? 'px-4' : 'px-2.5',
          )}
        />
        <Button
          aria-label={`Clear ${label}`}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded text-muted group-data-empty:hidden data-hovered:text-ink"
        >
          <CloseIcon className="size-4" />
        </Button>
        {shortcut !== undefined && <Kbd className="hidden sm:group-data-empty:inline-flex">{shortcut}</Kbd>}
      </div>
    </AriaSearchField>
  )
}
