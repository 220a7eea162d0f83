import { useId, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { controlClass } from '../field.tsx'
import { CalendarIcon } from '#web/ui/icons.ts'
import { dateFormatHint, useTypedDate } from './use-typed-date.ts'

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
 * A date, typed as DD-MM-YYYY or chosen in the browser's calendar.
 */
export function DateField({ label, value, onChange, isInvalid = false, describedBy }: DateFieldProps) {
  const id = useId()
  const calendar = useRef<HTMLInputElement>(null)
  const { inputProps, isInvalid: isInvalidDate, reset } = useTypedDate(value, onChange)
  const errorId = `${id}-error`

  return (
    <div>
      <div className="flex items-center gap-3">
        <label id={`${id}-label`} htmlFor={id} className="w-9 shrink-0 text-muted">
          {label}
        </label>
        <div className={cx('min-w-0', controlClass(isInvalid || isInvalidDate, 'sm'))}>
          <input
            id={id}
            {...inputProps}
            aria-invalid={isInvalid || isInvalidDate}
            aria-describedby={isInvalidDate ? errorId : describedBy}
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
              reset()
              onChange(target.value)
            }}
            className="pointer-events-none w-0 self-end opacity-0"
          />
        </div>
      </div>
      {isInvalidDate && (
        <p id={errorId} role="alert" className="mt-1 pl-12 text-xs font-medium text-danger">
          {dateFormatHint}
        </p>
      )}
    </div>
  )
}
