import type { ReactNode, RefObject } from 'react'
import { useStableDuringPress } from '#web/lib/hooks/use-stable-during-press.ts'
import { cx } from '#web/ui/cx.ts'
import { AlertCircleIcon, CheckIcon, CloseIcon } from '#web/ui/icons.ts'
import { PressButton } from './press-button.tsx'

/** Texts around the control of every form field. */
export interface FieldTexts {
  label: string
  description?: ReactNode
  /** Shown only when `isTouched` (spec §5). */
  error?: string | undefined
  isTouched?: boolean | undefined
  /** The label is available to screen readers but not visible. */
  isLabelHidden?: boolean
}

/** The visible error; `undefined` while the field is untouched. */
export function visibleError({ error, isTouched = false }: Pick<FieldTexts, 'error' | 'isTouched'>) {
  return isTouched && error ? error : undefined
}

/** Class names of a control's box: hairline, stronger on focus, rose on error. */
export function controlClass(isInvalid: boolean, size: 'sm' | 'md' = 'md'): string {
  return cx(
    'flex w-full items-center rounded border bg-surface transition-colors duration-150 ease-out',
    'has-focus-visible:outline-2 has-focus-visible:outline-offset-1',
    size === 'sm' ? 'min-h-8 text-xs max-sm:min-h-10 max-sm:text-sm' : 'min-h-12 text-base',
    isInvalid ? 'border-danger outline-danger' : 'border-line-strong outline-accent hover:border-ink',
  )
}

/** Class names of a field's label. */
export function labelClass(isHidden = false): string {
  return isHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'
}

interface MessagesProps {
  /** For the control's `aria-describedby`. */
  id: string
  description?: ReactNode
  error: string | undefined
}

/**
 * Description or error below a control. The error replaces the description, so the layout does not jump. An error that
 * appears on blur waits until the mouse button that took the focus is released.
 */
export function FieldMessages({ id, description, error: latestError }: MessagesProps) {
  const error = useStableDuringPress(latestError)
  return (
    <div id={id}>
      {description !== undefined && (
        <span className={error === undefined ? 'mt-1.5 block text-xs text-muted' : 'sr-only'}>
          {description}
        </span>
      )}
      {error !== undefined && (
        <span className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-danger">
          <AlertCircleIcon aria-hidden className="mt-px size-4 shrink-0" />
          <span>{error}</span>
        </span>
      )}
    </div>
  )
}

interface ClearButtonProps {
  label: string
  onPress: () => void
  /**
   * Container of controls that cannot be emptied by typing. Makes the button reachable by keyboard and receives the
   * focus when the button disappears.
   */
  box?: RefObject<HTMLElement | null>
}

export function ClearButton({ label, onPress, box }: ClearButtonProps) {
  return (
    <PressButton
      aria-label={`Clear ${label}`}
      excludeFromTabOrder={box === undefined}
      preventFocusOnPress
      onPress={({ target }) => {
        onPress()
        if (target === document.activeElement)
          box?.current?.querySelector<HTMLElement>('input, button')?.focus()
      }}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded text-muted hover:text-ink"
    >
      <CloseIcon className="size-4" />
    </PressButton>
  )
}

export function ValidIcon() {
  return (
    <CheckIcon role="img" aria-label="Valid" className="mx-2.5 size-4 shrink-0 text-ok" strokeWidth={2.5} />
  )
}
