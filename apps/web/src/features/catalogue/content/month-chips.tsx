import type { WireContent } from '@terrace/contracts/catalogue'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { Chip } from '#web/ui/controls/chip.tsx'
import { monthChipText } from '#web/features/catalogue/event-card/event-style.ts'

interface MonthChipsProps {
  months: WireContent['months']
  /** 'YYYY-MM', or `undefined` for all months. */
  month: string | undefined
  onChange: (month: string | undefined) => void
  now: number
}

/** Filters events by month; pressing the selected month again shows all. */
export function MonthChips({ months, month, onChange, now }: MonthChipsProps) {
  if (months.length < 2 && month === undefined) return null
  return (
    <div
      role="group"
      aria-label="Month"
      className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap"
    >
      <Chip isSelected={month === undefined} onChange={() => onChange(undefined)}>
        All
      </Chip>
      {months.map(({ month: each, event_count: events }) => (
        <Chip key={each} isSelected={month === each} onChange={(isOn) => onChange(isOn ? each : undefined)}>
          {monthChipText(each, now)} <span className="tabular text-muted">{formatCount(events)}</span>
        </Chip>
      ))}
    </div>
  )
}
