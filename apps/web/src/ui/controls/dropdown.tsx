import { useContext, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectStateContext, SelectValue } from 'react-aria-components/Select'
import { cx } from '#web/ui/cx.ts'
import {
  ClearButton,
  controlClass,
  FieldLabel,
  FieldMessages,
  visibleError,
  type FieldTexts,
} from './field.tsx'
import { AlertCircleIcon, CheckIcon, ChevronDownIcon } from '#web/ui/icons.ts'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'

export type OptionId = string | number

/** An option. `valueKey` and `labelKey` say which properties hold its id and name (spec §3). */
export interface DropdownOption {
  [key: string]: unknown
  /** Shown in the closed box instead of the name. */
  short?: ReactNode
  /** Indent level. */
  depth?: number
  icon?: ReactNode
  className?: string
}

export interface DropdownProps extends FieldTexts {
  options: readonly DropdownOption[]
  value: OptionId | null
  onChange: (value: OptionId | null) => void
  onBlur?: () => void
  valueKey?: string
  labelKey?: string
  placeholder?: string
  isClearable?: boolean
  isLoading?: boolean
  isDisabled?: boolean
  isRequired?: boolean
  name?: string
  size?: 'sm' | 'md'
  className?: string
}

/** Page Up and Page Down move this many options (spec §9). */
const pageSize = 5
const menuHeight = { min: 140, max: 300 }

/** A single choice from a list. Spec §5 defines clearing and errors, §8 the texts, §9 the sizes. */
export function Dropdown({
  options,
  value,
  onChange,
  onBlur,
  valueKey = 'id',
  labelKey = 'name',
  placeholder = 'Select...',
  isClearable = true,
  isLoading = false,
  isDisabled = false,
  isRequired = false,
  name,
  size = 'md',
  className,
  ...texts
}: DropdownProps) {
  const box = useRef<HTMLDivElement>(null)
  const error = visibleError(texts)
  const choices = options.map((option) => ({ option, ...readOption(option, valueKey, labelKey) }))
  const selectedChoice = choices.find(({ id }) => id === value)
  const canClear = isClearable && selectedChoice !== undefined && !isDisabled
  const isMissing = error !== undefined && selectedChoice === undefined
  return (
    <Select
      value={selectedChoice?.key ?? null}
      onChange={(key) => onChange(choices.find((choice) => choice.key === key)?.id ?? null)}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      allowsEmptyCollection
      {...(onBlur && { onBlur })}
      {...(name !== undefined && { name })}
      className={cx('block w-full data-disabled:opacity-55', className)}
    >
      <FieldLabel {...texts} />
      <div ref={box} className={cx('relative', controlClass(error !== undefined, size))}>
        {/* The button fills the box, so the menu gets the same width; other controls are siblings on top of it. */}
        <Button
          className={cx(
            'flex min-w-0 flex-1 items-center gap-2 self-stretch rounded text-left outline-none',
            size === 'sm' ? 'px-2.5' : 'px-3.5',
          )}
        >
          <SelectValue className="flex min-w-0 flex-1 items-center gap-2 truncate data-placeholder:text-muted">
            {({ defaultChildren, isPlaceholder }) =>
              isPlaceholder
                ? placeholder
                : (selectedChoice?.option.short ?? selectedChoice?.text ?? defaultChildren)
            }
          </SelectValue>
          {(canClear || isMissing) && <span aria-hidden className="w-7 shrink-0" />}
          <ChevronDownIcon aria-hidden className="size-4 shrink-0 text-muted" />
        </Button>
        {(canClear || isMissing) && (
          <span className="absolute inset-y-0 right-8 flex items-center">
            {canClear ? (
              <ClearButton label={texts.label} onPress={() => onChange(null)} box={box} />
            ) : (
              <ErrorIcon message={error ?? ''} />
            )}
          </span>
        )}
      </div>
      <FieldMessages
        {...(texts.description !== undefined && { description: texts.description })}
        error={error}
      />
      <Popover
        maxHeight={menuHeight.max}
        offset={4}
        style={{ minHeight: menuHeight.min }}
        className="flex min-w-(--trigger-width) animate-rise flex-col overflow-hidden rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
      >
        <PageKeyNavigation>
          <ListBox
            items={isLoading ? [] : choices.map((choice) => ({ ...choice, id: choice.key }))}
            renderEmptyState={() => (
              <p className="px-3 py-10 text-center text-sm text-muted">
                {isLoading ? 'Loading...' : 'No options'}
              </p>
            )}
            className="thin-scroll min-h-0 flex-1 overflow-y-auto p-1 outline-none"
          >
            {({ key, text, option }) => (
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
        </PageKeyNavigation>
      </Popover>
    </Select>
  )
}

function readOption(option: DropdownOption, valueKey: string, labelKey: string) {
  const id = option[valueKey]
  const text = option[labelKey]
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Error(`A dropdown option has no ${valueKey}`)
  // The number 1 and the text '1' are different ids, but collection keys are compared as text.
  return { id, key: `${typeof id}:${id}`, text: typeof text === 'string' ? text : String(id) }
}

function ErrorIcon({ message }: { message: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  return (
    <span className="contents" {...tooltipTriggerProps}>
      <Button
        ref={button}
        slot={null}
        aria-label={message}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded text-danger"
      >
        <AlertCircleIcon className="size-5" />
      </Button>
      {isTooltipOpen && <LazyTooltip text={message} triggerRef={button} />}
    </span>
  )
}

/** React Aria pages by visible height; spec §9 requires five options. */
function PageKeyNavigation({ children }: { children: ReactNode }) {
  const state = useContext(SelectStateContext)
  function onKeyDownCapture(event: KeyboardEvent) {
    if (!state || (event.key !== 'PageDown' && event.key !== 'PageUp')) return
    event.preventDefault()
    event.stopPropagation()
    const keys = [...state.collection.getKeys()]
    if (keys.length === 0) return
    const index = keys.findIndex((key) => key === state.selectionManager.focusedKey)
    const step = event.key === 'PageDown' ? pageSize : -pageSize
    const target = keys[Math.min(Math.max(index + step, 0), keys.length - 1)]
    if (target !== undefined) state.selectionManager.setFocusedKey(target)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col" onKeyDownCapture={onKeyDownCapture}>
      {children}
    </div>
  )
}
