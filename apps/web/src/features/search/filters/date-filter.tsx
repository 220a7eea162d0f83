import { useId } from 'react'
import { Chip } from '#web/ui/controls/chip.tsx'
import { DateField } from '#web/ui/controls/dates/date-field.tsx'

/** Dates as 'YYYY-MM-DD', or '' for an open end (spec §3). */
interface Days {
  startDate: string
  endDate: string
}

interface DateFilterProps extends Days {
  onChange: (range: Days) => void
}

const spans = [
  { title: '7 days', days: 7 },
  { title: '30 days', days: 30 },
  { title: '90 days', days: 90 },
] as const

/** Date range filter; either end may be open. */
export function DateFilter({ startDate, endDate, onChange }: DateFilterProps) {
  const errorId = useId()
  const isReversed = startDate !== '' && endDate !== '' && endDate < startDate
  const errorProps = { isInvalid: isReversed, describedBy: isReversed ? errorId : undefined }
  return (
    <fieldset className="min-w-0">
      <legend className="text-xs font-semibold text-muted">Date</legend>
      <div className="mt-2 space-y-2">
        <DateField
          {...errorProps}
          label="From"
          value={startDate}
          onChange={(day) => onChange({ startDate: day, endDate })}
        />
        <DateField
          {...errorProps}
          label="To"
          value={endDate}
          onChange={(day) => onChange({ startDate, endDate: day })}
        />
      </div>
      {isReversed && (
        <p id={errorId} role="alert" className="mt-1.5 text-xs font-medium text-danger">
          End date must be after start date.
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap gap-1.5">
        {spans.map(({ title, days }) => {
          const span = { startDate: dayFromNow(0), endDate: dayFromNow(days) }
          const isOn = span.startDate === startDate && span.endDate === endDate
          return (
            <Chip
              key={title}
              isSelected={isOn}
              onChange={(on) => onChange(on ? span : { startDate: '', endDate: '' })}
            >
              {title}
            </Chip>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The viewer's calendar date, since "today" means their today. */
function dayFromNow(days: number): string {
  const now = new Date()
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days))
  return day.toISOString().slice(0, 10)
}
