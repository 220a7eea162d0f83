import { formatDate, parseTypedDate } from '@terrace/domain/time/dates'
import { useId, useRef, useState } from 'react'
import { useStableDuringPress } from '#web/lib/hooks/use-stable-during-press.ts'
import { cx } from '#web/ui/cx.ts'
import { controlClass } from './field.tsx'
import { CalendarIcon } from '#web/ui/icons.ts'

interface DateFieldProps {
  label: string
  /** A day as 'YYYY-MM-DD', or '' for none. */
  value: string
  onChange: (day: string) => void
  /** Draws the error border only; the message is in the element with the id `describedBy`. */
  isInvalid?: boolean
  describedBy?: string | undefined
}

/**
 * A date, typed and shown as DD-MM-YYYY (spec §9) in every browser language; the button opens the browser's calendar.
 * Valid input applies while typing; invalid input is reported on blur.
 */
export function DateField({ label, value, onChange, isInvalid = false, describedBy }: DateFieldProps) {
  const id = useId()
  const calendar = useRef<HTMLInputElement>(null)
  // The typed text while it differs from `value`; `null` otherwise.
  const [typedText, setTypedText] = useState<string | null>(null)
  const [isTouched, setTouched] = useState(false)
  const isInvalidDate = useStableDuringPress(isTouched && typedText !== null)
  const errorId = `${id}-error`

  function type(text: string) {
    const day = text.trim() === '' ? '' : parseTypedDate(text)
    setTypedText(day === null || text.trim() !== (formatDate(day) ?? '') ? text : null)
    setTouched(false)
    if (day !== null && day !== value) onChange(day)
  }

  return (
    <div>
      <div className="flex items-center gap-3">
        <label id={`${id}-label`} htmlFor={id} className="w-9 shrink-0 text-muted">
          {label}
        </label>
        <div className={cx('min-w-0', controlClass(isInvalid || isInvalidDate, 'sm'))}>
          <input
            id={id}
            value={typedText ?? formatDate(value) ?? ''}
            placeholder="DD-MM-YYYY"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            aria-invalid={isInvalid || isInvalidDate}
            aria-describedby={isInvalidDate ? errorId : describedBy}
            onChange={({ target }) => type(target.value)}
            onBlur={() => {
              // Replace a valid date by its standard form.
              if (typedText !== null && (typedText.trim() === '' || parseTypedDate(typedText) !== null))
                setTypedText(null)
              else setTouched(true)
            }}
            className="tabular min-w-0 flex-1 self-stretch rounded bg-transparent px-2.5 outline-none"
          />
          <button
            type="button"
            aria-label="Calendar"
            aria-describedby={`${id}-label`}
            onClick={() => calendar.current?.showPicker()}
            className="inline-flex w-8 shrink-0 items-center justify-center self-stretch rounded text-muted -outline-offset-4 hover:text-ink"
          >
            <CalendarIcon aria-hidden className="size-4" />
          </button>
          {/* Only its calendar is used; typing happens in the text field. */}
          <input
            ref={calendar}
            type="date"
            value={value}
            max="9999-12-31"
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => {
              setTypedText(null)
              onChange(target.value)
            }}
            className="pointer-events-none w-0 self-end opacity-0"
          />
        </div>
      </div>
      {isInvalidDate && (
        <p id={errorId} role="alert" className="mt-1 pl-12 text-xs font-medium text-danger">
          Use DD-MM-YYYY.
        </p>
      )}
    </div>
  )
}
