import { parseDate } from '@internationalized/date'
import { useRef, useState, type ReactNode } from 'react'
import {
  Button,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateRangePicker,
  DateSegment,
  Group,
  Label,
  Popover,
  RangeCalendar,
} from 'react-aria-components/DateRangePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { isDay } from '#web/lib/is-day.ts'
import { cx } from '#web/ui/cx.ts'
import { ClearButton, controlClass } from './field.tsx'
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'

/** Dates as 'YYYY-MM-DD'; '' when none is selected (spec §3). */
export interface Days {
  startDate: string
  endDate: string
}

interface DateRangeProps extends Days {
  /** Shown inside the box, before the dates. */
  label: string
  /** Called with a complete range or with two empty dates. */
  onChange: (days: Days) => void
  className?: string
}

/** A date range, typed as DD-MM-YYYY (spec §9) or selected in a calendar. */
export function DateRange({ label, startDate, endDate, onChange, className }: DateRangeProps) {
  // A reversed range stays visible for correction but is not applied.
  const box = useRef<HTMLDivElement>(null)
  const [reversedRange, setReversedRange] = useState<Days | null>(null)
  const shown = reversedRange ?? { startDate, endDate }
  const hasRange = isDay(shown.startDate) && isDay(shown.endDate)

  function changeRange(days: Days) {
    const isReversed = days.endDate < days.startDate
    setReversedRange(isReversed ? days : null)
    if (!isReversed) onChange(days)
  }

  return (
    // Day first, weeks start on Monday, in every browser language.
    <I18nProvider locale="en-GB">
      <DateRangePicker
        value={hasRange ? { start: parseDate(shown.startDate), end: parseDate(shown.endDate) } : null}
        onChange={(range) =>
          changeRange(range ? { startDate: range.start.toString(), endDate: range.end.toString() } : noDays)
        }
        validationBehavior="aria"
        shouldForceLeadingZeros
        className={cx('block', className)}
      >
        {({ isInvalid }) => (
          <>
            <Group ref={box} className={cx('gap-0.5 pr-0.5 pl-2.5', controlClass(isInvalid, 'sm'))}>
              <Label className="mr-1 text-muted max-[389px]:sr-only">{label}</Label>
              <Day slot="start" />
              <span aria-hidden className="text-muted">
                –
              </span>
              <Day slot="end" />
              {/* Lower than the box, so the box keeps its height when a range is selected. */}
              <span className="ml-auto inline-flex shrink-0 items-center *:size-7 max-sm:-my-px max-sm:*:size-10">
                {hasRange && <ClearButton label={label} onPress={() => changeRange(noDays)} box={box} />}
                <Button className="inline-flex size-8 shrink-0 items-center justify-center rounded text-muted -outline-offset-4 data-hovered:text-ink">
                  <CalendarIcon aria-hidden className="size-4" />
                </Button>
              </span>
            </Group>
            {isInvalid && (
              <p role="alert" className="mt-1 text-xs font-medium text-danger">
                End date must be after start date.
              </p>
            )}
            <Popover
              offset={4}
              className="animate-rise overflow-hidden rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
            >
              <Dialog aria-label={label} className="p-4 outline-none">
                <Months />
              </Dialog>
            </Popover>
          </>
        )}
      </DateRangePicker>
    </I18nProvider>
  )
}

const noDays: Days = { startDate: '', endDate: '' }

function Day({ slot }: { slot: 'start' | 'end' }) {
  return (
    <DateInput slot={slot} className="tabular inline-flex shrink-0 whitespace-nowrap">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-sm px-px outline-none data-focused:bg-accent data-focused:text-on-accent data-[type=literal]:px-0 data-[type=literal]:text-muted data-[type=literal]:[font-variant-numeric:normal] data-placeholder:text-muted data-placeholder:data-focused:text-on-accent"
        >
          {({ text, type }) => (type === 'literal' ? text.replace('/', '-') : text)}
        </DateSegment>
      )}
    </DateInput>
  )
}

function Months() {
  return (
    <RangeCalendar className="w-68">
      <header className="mb-2 flex items-center justify-between">
        <MonthButton slot="previous" icon={<ChevronLeftIcon aria-hidden className="size-5" />} />
        <Heading className="text-sm font-semibold" />
        <MonthButton slot="next" icon={<ChevronRightIcon aria-hidden className="size-5" />} />
      </header>
      <CalendarGrid
        weekdayStyle="short"
        className="tabular w-full table-fixed border-separate border-spacing-y-0.5 text-sm [&_th]:h-8 [&_th]:text-2xs [&_th]:font-medium [&_th]:text-muted"
      >
        {(date) => (
          <CalendarCell
            date={date}
            className={cx(
              'flex h-9 cursor-pointer items-center justify-center outline-none data-outside-month:invisible data-hovered:bg-ink/6',
              'data-selected:bg-accent-soft data-selected:text-accent data-selection-start:rounded-l data-selection-end:rounded-r',
              'data-selection-start:bg-accent data-selection-start:text-on-accent data-selection-end:bg-accent data-selection-end:text-on-accent',
              'data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent',
            )}
          />
        )}
      </CalendarGrid>
    </RangeCalendar>
  )
}

function MonthButton({ slot, icon }: { slot: 'previous' | 'next'; icon: ReactNode }) {
  return (
    <Button
      slot={slot}
      className="inline-flex size-10 items-center justify-center rounded text-muted data-disabled:opacity-45 data-hovered:bg-ink/6 data-hovered:text-ink"
    >
      {icon}
    </Button>
  )
}
