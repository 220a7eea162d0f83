import type { ReactNode, RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { useStableDuringPress } from '#web/lib/hooks/use-stable-during-press.ts'
import { cx } from '#web/ui/cx.ts'
import { AlertCircleIcon, CheckIcon, CloseIcon } from '#web/ui/icons.ts'

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
    'has-[[data-focus-visible],:focus-visible]:outline-2 has-[[data-focus-visible],:focus-visible]:outline-offset-1',
    size === 'sm' ? 'min-h-8 text-xs max-sm:min-h-10 max-sm:text-sm' : 'min-h-12 text-base',
    isInvalid ? 'border-danger outline-danger' : 'border-line-strong outline-accent hover:border-ink',
  )
}

export function FieldLabel({ label, isLabelHidden }: FieldTexts) {
  return <Label className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>{label}</Label>
}

interface MessagesProps {
  description?: ReactNode
  error: string | undefined
}

const descriptionClass = (isCovered: boolean) => (isCovered ? 'sr-only' : 'mt-1.5 block text-xs text-muted')
const errorClass = 'mt-1.5 flex items-start gap-1.5 text-xs font-medium text-danger'

function ErrorContent({ error }: { error: string }) {
  return (
    <>
      <AlertCircleIcon aria-hidden className="mt-px size-4 shrink-0" />
      <span>{error}</span>
    </>
  )
}

/**
 * Description or error below a control of React Aria. The error replaces the description, so the layout does not jump.
 * An error that appears on blur waits until the mouse button that took the focus is released.
 */
export function FieldMessages({ description, error: latestError }: MessagesProps) {
  const error = useStableDuringPress(latestError)
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className={descriptionClass(error !== undefined)}>
          {description}
        </Text>
      )}
      {/* An invalid field without its own message shares one message with other fields. */}
      {error !== undefined && (
        <FieldError className={errorClass}>
          <ErrorContent error={error} />
        </FieldError>
      )}
    </>
  )
}

/** The same below any other control, which `id` describes. */
export function PlainMessages({ id, description, error: latestError }: MessagesProps & { id: string }) {
  const error = useStableDuringPress(latestError)
  return (
    <div id={id}>
      {description !== undefined && (
        <span className={descriptionClass(error !== undefined)}>{description}</span>
      )}
      {error !== undefined && (
        <span className={errorClass}>
          <ErrorContent error={error} />
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
    <Button
      slot={null}
      aria-label={`Clear ${label}`}
      excludeFromTabOrder={box === undefined}
      preventFocusOnPress
      onPress={({ target }) => {
        onPress()
        if (target === document.activeElement)
          box?.current?.querySelector<HTMLElement>('input, button')?.focus()
      }}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded text-muted data-hovered:text-ink"
    >
      <CloseIcon className="size-4" />
    </Button>
  )
}

export function ValidIcon() {
  return (
    <CheckIcon role="img" aria-label="Valid" className="mx-2.5 size-4 shrink-0 text-ok" strokeWidth={2.5} />
  )
}
