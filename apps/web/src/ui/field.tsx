import type { ReactNode, RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { cx } from './cx.ts'
import { AlertCircleIcon, CheckIcon, CloseIcon } from './icons.ts'

/** What every form field says around its control. */
export interface FieldTexts {
  label: string
  description?: ReactNode
  /** What is wrong with the value; shown only once `isTouched` (spec §5). */
  error?: string | undefined
  isTouched?: boolean | undefined
  /** The label names the control but is not drawn. */
  isLabelHidden?: boolean
}

/** The error to show now, or undefined while the field is untouched. */
export function shownError({ error, isTouched = false }: Pick<FieldTexts, 'error' | 'isTouched'>) {
  return isTouched && error ? error : undefined
}

/** The box of a control: hairline, stronger on focus, rose in error. */
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

/** Description and error below the control. The error takes the description's place, so that nothing jumps. */
export function FieldNotes({ description, error }: { description?: ReactNode; error: string | undefined }) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className={error ? 'sr-only' : 'mt-1.5 block text-xs text-muted'}>
          {description}
        </Text>
      )}
      {/* A field may be drawn wrong without a text of its own: the text then stands once, below several fields. */}
      {error !== undefined && (
        <FieldError className="mt-1.5 flex items-start gap-1.5 text-xs font-medium text-danger">
          <AlertCircleIcon aria-hidden className="mt-px size-4 shrink-0" />
          <span>{error}</span>
        </FieldError>
      )}
    </>
  )
}

interface ClearButtonProps {
  label: string
  onPress: () => void
  /**
   * Around a control that cannot be emptied in itself, as a text can: then the button is reached by keyboard too, and since it
   * goes with what it has emptied, it leaves the focus to that control.
   */
  box?: RefObject<HTMLElement | null>
}

/** Empties a field. */
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
          box?.current?.querySelector<HTMLElement>('button, [role="spinbutton"]')?.focus()
      }}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded text-muted data-hovered:text-ink"
    >
      <CloseIcon className="size-4" />
    </Button>
  )
}

export function ValidMark() {
  return (
    <CheckIcon role="img" aria-label="Valid" className="mx-2.5 size-4 shrink-0 text-ok" strokeWidth={2.5} />
  )
}
