import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { cx } from '#web/ui/cx.ts'
import { toChoice, useTypedChoice, type DropdownOption, type OptionId } from './dropdown-choices.ts'
import {
  ClearButton,
  controlClass,
  FieldMessages,
  labelClass,
  visibleError,
  type FieldTexts,
} from './field.tsx'
import { PressButton } from './press-button.tsx'
import { AlertCircleIcon, ChevronDownIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'

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
  size?: 'sm' | 'md'
  className?: string
}

const loadMenu = async () => ({ default: (await import('./dropdown-menu.tsx')).DropdownMenu })

/**
 * A single choice from a list, whose code loads when the page is idle. Spec §5 defines clearing and errors, §8 the
 * texts, §9 the sizes.
 */
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
  size = 'md',
  className,
  ...texts
}: DropdownProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Mounted on first opening, then kept mounted so that closing is animated.
  const [focus, setFocus] = useState<true | 'first' | 'last' | null>(null)
  useIdlePreload(loadMenu)
  const error = visibleError(texts)
  const choices = options.map((option) => toChoice(option, valueKey, labelKey))
  const selectedChoice = choices.find((choice) => choice.id === value)
  const canClear = isClearable && selectedChoice !== undefined && !isDisabled
  const isMissing = error !== undefined && selectedChoice === undefined
  const choiceTypedWith = useTypedChoice(choices)
  const labelId = `${id}-label`
  const messagesId = `${id}-messages`

  function open(at: true | 'first' | 'last') {
    setFocus(at)
    setOpen(true)
  }

  /** The closed box takes the keys of a native select. */
  function onKeyDown(event: KeyboardEvent) {
    const index = selectedChoice === undefined ? -1 : choices.indexOf(selectedChoice)
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'ArrowDown') open('first')
    else if (event.key === 'ArrowUp') open('last')
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const next = choices[event.key === 'ArrowRight' ? index + 1 : Math.max(index - 1, 0)]
      if (next) onChange(next.id)
    } else if (isLetter && event.key !== ' ') {
      const typedChoice = choiceTypedWith(event.key)
      if (typedChoice && typedChoice !== selectedChoice) onChange(typedChoice.id)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={cx('block w-full', isDisabled && 'opacity-55', className)}>
      <span
        id={labelId}
        role="presentation"
        onClick={() => trigger.current?.focus()}
        className={labelClass(texts.isLabelHidden)}
      >
        {texts.label}
      </span>
      <div ref={box} className={cx('relative', controlClass(error !== undefined, size))}>
        {/* The button fills the box, so the menu gets the same width; other controls are siblings on top of it. */}
        <PressButton
          ref={trigger}
          isDisabled={isDisabled}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-labelledby={`${id}-value ${labelId}`}
          aria-describedby={messagesId}
          onHoverStart={preloadMenu}
          onFocus={preloadMenu}
          onPress={({ pointerType }) => open(pointerType === 'keyboard' ? 'first' : true)}
          onKeyDown={onKeyDown}
          onBlur={({ relatedTarget }) => {
            // When the menu opens, it takes the focus. If the user leaves while it is loading, it must not open later.
            if (relatedTarget?.closest('[data-trigger=Select]')) return
            setOpen(false)
            onBlur?.()
          }}
          className={cx(
            'flex min-w-0 flex-1 items-center gap-2 self-stretch rounded text-left outline-none',
            size === 'sm' ? 'px-2.5' : 'px-3.5',
          )}
        >
          <span
            id={`${id}-value`}
            className={cx(
              'flex min-w-0 flex-1 items-center gap-2 truncate',
              selectedChoice === undefined && 'text-muted',
            )}
          >
            {selectedChoice === undefined
              ? placeholder
              : (selectedChoice.option.short ?? selectedChoice.text)}
          </span>
          {(canClear || isMissing) && <span aria-hidden className="w-7 shrink-0" />}
          <ChevronDownIcon aria-hidden className="size-4 shrink-0 text-muted" />
        </PressButton>
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
      <FieldMessages id={messagesId} description={texts.description} error={error} />
      {focus !== null && (
        <LazyPart
          load={loadMenu}
          props={{
            labelId,
            choices,
            selectedKey: selectedChoice?.key ?? null,
            isLoading,
            triggerRef: trigger,
            isOpen,
            focus,
            onChoose: (choice) => onChange(choice.id),
            onClose: () => setOpen(false),
          }}
        />
      )}
    </div>
  )
}

function preloadMenu() {
  void preloadComponent(loadMenu)
}

function ErrorIcon({ message }: { message: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  return (
    <span className="contents" {...tooltipTriggerProps}>
      <PressButton
        ref={button}
        aria-label={message}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded text-danger"
      >
        <AlertCircleIcon className="size-5" />
      </PressButton>
      {isTooltipOpen && <LazyTooltip text={message} triggerRef={button} />}
    </span>
  )
}
