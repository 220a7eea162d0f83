import { formatDate, readDate } from '@terrace/domain/dates'
import { useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { controlClass } from './field.tsx'
import { CalendarIcon } from './icons.ts'

interface DateFieldProps {
  label: string
  /** A day as 'YYYY-MM-DD', or '' for none. */
  value: string
  onChange: (day: string) => void
  /** Wrong in a manner that is told elsewhere, by the element of the id `describedBy`. */
  isInvalid?: boolean
  describedBy?: string | undefined
}

/**
 * A day, typed and shown as DD-MM-YYYY (spec §9) whatever the browser's own language; the button opens the browser's
 * calendar. What is typed counts as soon as it is a date; what is none when the field is left is said to be none.
 */
export function DateField({ label, value, onChange, isInvalid = false, describedBy }: DateFieldProps) {
  const id = useId()
  const calendar = useRef<HTMLInputElement>(null)
  // What is being typed, for as long as it is not the value itself.
  const [draft, setDraft] = useState<string | null>(null)
  const [isTouched, setTouched] = useState(false)
  const isNoDate = isTouched && draft !== null
  const errorId = `${id}-error`

  function type(text: string) {
    const day = text.trim() === '' ? '' : readDate(text)
    setDraft(day === null || text.trim() !== (formatDate(day) ?? '') ? text : null)
    setTouched(false)
    if (day !== null && day !== value) onChange(day)
  }

  return (
    <div>
      <div className="flex items-center gap-3">
        <label id={`${id}-label`} htmlFor={id} className="w-9 shrink-0 text-muted">
          {label}
        </label>
        <div className={cx('min-w-0', controlClass(isInvalid || isNoDate, 'sm'))}>
          <input
            id={id}
            value={draft ?? formatDate(value) ?? ''}
            placeholder="DD-MM-YYYY"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            aria-invalid={isInvalid || isNoDate}
            aria-describedby={isNoDate ? errorId : describedBy}
            onChange={({ target }) => type(target.value)}
            onBlur={() => {
              // A date in another form of the same is a date.
              if (draft !== null && (draft.trim() === '' || readDate(draft) !== null)) setDraft(null)
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
          {/* Only its calendar is of use: typing goes on in the field beside it. */}
          <input
            ref={calendar}
            type="date"
            value={value}
            max="9999-12-31"
            tabIndex={-1}
            aria-hidden
            onChange={({ target }) => {
              setDraft(null)
              onChange(target.value)
            }}
            className="pointer-events-none w-0 self-end opacity-0"
          />
        </div>
      </div>
      {isNoDate && (
        <p id={errorId} role="alert" className="mt-1 pl-12 text-xs font-medium text-danger">
          Type it as DD-MM-YYYY.
        </p>
      )}
    </div>
  )
}
