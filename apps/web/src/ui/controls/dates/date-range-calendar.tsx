import { parseDate } from '@internationalized/date'
import type { ReactNode, RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import { CalendarCell, CalendarGrid, RangeCalendar } from 'react-aria-components/RangeCalendar'
import { cx } from '#web/ui/cx.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icons.ts'
import type { Days } from './use-typed-date.ts'

interface DateRangeCalendarProps {
  label: string
  /** `null` without a complete range. */
  days: Days | null
  /** The calendar opens below it. */
  boxRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onChoose: (days: Days) => void
  onClose: () => void
}

/** The calendar of a `DateRange`: the first press chooses the start, the second the end. */
export function DateRangeCalendar({
  label,
  days,
  boxRef,
  isOpen,
  onChoose,
  onClose,
}: DateRangeCalendarProps) {
  return (
    // Day first, weeks start on Monday, in every browser language.
    <I18nProvider locale="en-GB">
      <Popover
        triggerRef={boxRef}
        isOpen={isOpen}
        onOpenChange={(open) => !open && onClose()}
        placement="bottom start"
        offset={4}
        className="animate-rise overflow-hidden rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
      >
        <Dialog aria-label={label} className="p-4 outline-none">
          <RangeCalendar
            aria-label={label}
            autoFocus
            value={days && { start: parseDate(days.startDate), end: parseDate(days.endDate) }}
            onChange={({ start, end }) => {
              onChoose({ startDate: start.toString(), endDate: end.toString() })
              onClose()
            }}
            className="w-68"
          >
            <header className="mb-2 flex items-center justify-between">
              <MonthButton slot="previous" icon={<ChevronLeftIcon aria-hidden className="size-5" />} />
              <Heading className="text-sm font-semibold" />
              <MonthButton slot="next" icon={<ChevronRightIcon aria-hidden className="size-5" />} />
            </header>
            <CalendarGrid
              weekdayStyle="short"
              className="tabular w-full table-fixed border-separate border-spacing-y-0.5 text-sm [&_th]:h-8 [&_th]:text-2xs [&_th]:font-medium [&_th]:text-muted"
            >
              {(date) => <CalendarCell date={date} className={cellClass} />}
            </CalendarGrid>
          </RangeCalendar>
        </Dialog>
      </Popover>
    </I18nProvider>
  )
}

const cellClass = cx(
  'flex h-9 cursor-pointer items-center justify-center outline-none data-outside-month:invisible data-hovered:bg-ink/6',
  'data-selected:bg-accent-soft data-selected:text-accent data-selection-start:rounded-l data-selection-end:rounded-r',
  'data-selection-start:bg-accent data-selection-start:text-on-accent data-selection-end:bg-accent data-selection-end:text-on-accent',
  'data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent',
)

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
