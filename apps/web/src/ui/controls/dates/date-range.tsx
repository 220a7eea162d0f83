import { isDay } from '@terrace/domain/time/dates'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { cx } from '#web/ui/cx.ts'
import { CalendarIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { ClearButton, controlClass } from '../field.tsx'
import { dateFormatHint, useTypedDate, type Days } from './use-typed-date.ts'

interface DateRangeProps extends Days {
  /** Shown inside the box, before the dates. */
  label: string
  /** Called with a complete range or with two empty dates. */
  onChange: (days: Days) => void
  className?: string
}

const noDays: Days = { startDate: '', endDate: '' }

const loadCalendar = async () => ({ default: (await import('./date-range-calendar.tsx')).DateRangeCalendar })

/** A date range, typed as DD-MM-YYYY (spec §9) or chosen in a calendar, whose code loads when the page is idle. */
export function DateRange({ label, startDate, endDate, onChange, className }: DateRangeProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const endInput = useRef<HTMLInputElement>(null)
  const [calendar, setCalendar] = useState<'unused' | 'open' | 'closed'>('unused')
  useIdlePreload(loadCalendar)
  // A range that is incomplete or reversed stays visible for correction but is not applied.
  const [draft, setDraft] = useState<{ days: Days; instead: Days } | null>(null)
  const isCurrent = draft?.instead.startDate === startDate && draft.instead.endDate === endDate
  const shown = draft && isCurrent ? draft.days : { startDate, endDate }
  const isComplete = isDay(shown.startDate) && isDay(shown.endDate)
  const isReversed = isComplete && shown.endDate < shown.startDate

  function changeRange(days: Days) {
    const isRange = isDay(days.startDate) && isDay(days.endDate) && days.startDate <= days.endDate
    const isEmpty = days.startDate === '' && days.endDate === ''
    setDraft(isRange || isEmpty ? null : { days, instead: { startDate, endDate } })
    if (isRange || isEmpty) onChange(days)
  }

  const start = useTypedDate(shown.startDate, (day) => {
    changeRange({ ...shown, startDate: day })
    // After this key is handled, so that the start is left as by Tab.
    if (day !== '' && shown.endDate === '') queueMicrotask(() => endInput.current?.focus())
  })
  const end = useTypedDate(shown.endDate, (day) => changeRange({ ...shown, endDate: day }))
  const problem = isReversed
    ? 'End date must be after start date.'
    : start.isInvalid || end.isInvalid
      ? dateFormatHint
      : null

  function choose(days: Days) {
    start.reset()
    end.reset()
    changeRange(days)
  }

  const open = () => setCalendar('open')
  const close = () => setCalendar((state) => (state === 'open' ? 'closed' : state))

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    if (event.key !== 'ArrowDown' || !event.altKey) return
    event.preventDefault()
    open()
  }

  return (
    <div className={className}>
      <div
        ref={box}
        role="group"
        aria-labelledby={`${id}-label`}
        className={cx('gap-0.5 pr-0.5 pl-2.5', controlClass(problem !== null, 'sm'))}
      >
        <label id={`${id}-label`} htmlFor={`${id}-start`} className="mr-1 text-muted max-[389px]:sr-only">
          {label}
        </label>
        <DayInput
          onKeyDown={onKeyDown}
          id={`${id}-start`}
          label="Start date"
          date={start}
          describedBy={`${id}-problem`}
        />
        <span aria-hidden className="text-muted">
          –
        </span>
        <DayInput
          onKeyDown={onKeyDown}
          label="End date"
          date={end}
          inputRef={endInput}
          describedBy={`${id}-problem`}
        />
        {/* Lower than the box, so the box keeps its height when a range is selected. */}
        <span className="ml-auto inline-flex shrink-0 items-center *:size-7 max-sm:-my-px max-sm:*:h-10 max-sm:*:w-9">
          {(shown.startDate !== '' || shown.endDate !== '') && (
            <ClearButton label={label} onPress={() => choose(noDays)} box={box} />
          )}
          <button
            type="button"
            aria-label="Calendar"
            aria-describedby={`${id}-label`}
            aria-haspopup="dialog"
            aria-expanded={calendar === 'open'}
            onPointerEnter={preloadCalendar}
            onFocus={preloadCalendar}
            onClick={open}
            onKeyDown={onKeyDown}
            onBlur={({ relatedTarget }) => {
              // When the calendar opens, it takes the focus. If the user leaves while it is loading, it must not open
              // later.
              if (!relatedTarget?.closest('[role=dialog]')) close()
            }}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded text-muted -outline-offset-4 hover:text-ink"
          >
            <CalendarIcon aria-hidden className="size-4" />
          </button>
        </span>
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-xs font-medium text-danger">
          {problem}
        </p>
      )}
      {calendar !== 'unused' && (
        <LazyPart
          load={loadCalendar}
          props={{
            label,
            days: isComplete && !isReversed ? shown : null,
            boxRef: box,
            isOpen: calendar === 'open',
            onChoose: choose,
            onClose: close,
          }}
        />
      )}
    </div>
  )
}

interface DayInputProps {
  id?: string
  label: string
  date: ReturnType<typeof useTypedDate>
  inputRef?: RefObject<HTMLInputElement | null>
  describedBy: string
  onKeyDown: (event: KeyboardEvent) => void
}

function DayInput({ id, label, date, inputRef, describedBy, onKeyDown }: DayInputProps) {
  return (
    <input
      {...date.inputProps}
      ref={inputRef}
      id={id}
      aria-label={label}
      aria-invalid={date.isInvalid}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
      className="w-23 min-w-0 self-stretch rounded-sm bg-transparent text-center outline-none max-sm:w-0 max-sm:max-w-25 max-sm:flex-1"
    />
  )
}

function preloadCalendar() {
  void preloadComponent(loadCalendar)
}
