import { StatusIcon, StatusPill, type Tone } from '#web/ui/data-display/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dropdown } from './dropdown.tsx'

/** A status; `name` is shown, `id` is the wire value, which may be spelt differently. */
export interface StatusOption<Id extends string> {
  id: Id
  name: string
  /** Overrides the default tone of the status. */
  tone?: Tone
}

interface StatusDropdownProps<Id extends string> {
  /** Accessible name; not visible. */
  label: string
  statuses: readonly StatusOption<Id>[]
  value: Id | null
  /** `null` for every status. */
  onChange: (status: Id | null) => void
  placeholder?: string
}

/** Spec §4: these two have their own colour in every status list. */
const toneByName: Readonly<Record<string, Tone>> = { Active: 'ok', Declined: 'danger' }

const textClasses: Record<Tone, string> = {
  neutral: '',
  accent: 'text-accent',
  ok: 'font-semibold text-ok',
  info: 'font-semibold text-info',
  signal: 'text-signal',
  danger: 'font-semibold text-danger',
}

/** A status filter; every status keeps its colour when selected (spec §4). */
export function StatusDropdown<Id extends string>({
  label,
  statuses,
  value,
  onChange,
  placeholder = 'Any status',
}: StatusDropdownProps<Id>) {
  return (
    <Dropdown
      label={label}
      isLabelHidden
      size="sm"
      placeholder={placeholder}
      options={statuses.map(({ id, name, tone = toneByName[name] ?? 'neutral' }) => ({
        id,
        name,
        className: textClasses[tone],
        icon: (
          <span className={cx('inline-flex w-3 shrink-0 justify-center', !textClasses[tone] && 'opacity-45')}>
            <StatusIcon tone={tone} />
          </span>
        ),
        short: <StatusPill tone={tone}>{name}</StatusPill>,
      }))}
      value={value}
      onChange={(selectedId) => onChange(statuses.find(({ id }) => id === selectedId)?.id ?? null)}
    />
  )
}
