import { StatusMark, StatusPill, type Tone } from './badge.tsx'
import { cx } from './cx.ts'
import { Dropdown } from './dropdown.tsx'

/** One status to choose; `name` is what is read, which the wire may spell otherwise. */
export interface StatusOption<Id extends string> {
  id: Id
  name: string
  /** Left out, it is the status's own special one or none. */
  tone?: Tone
}

interface StatusDropdownProps<Id extends string> {
  /** Spoken name; nothing is drawn beside it. */
  label: string
  statuses: readonly StatusOption<Id>[]
  value: Id | null
  /** Null for every status. */
  onChange: (status: Id | null) => void
  placeholder?: string
}

/** Spec §4: these two stand out wherever a status is chosen. */
const special: Readonly<Record<string, Tone>> = { Active: 'ok', Declined: 'danger' }

const texts: Record<Tone, string> = {
  neutral: '',
  accent: 'text-accent',
  ok: 'font-semibold text-ok',
  info: 'font-semibold text-info',
  signal: 'text-signal',
  danger: 'font-semibold text-danger',
}

/** The status that a list is narrowed to: each in its colour, also when chosen (spec §4). */
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
      options={statuses.map(({ id, name, tone = special[name] ?? 'neutral' }) => ({
        id,
        name,
        className: texts[tone],
        icon: (
          <span className={cx('inline-flex w-3 shrink-0 justify-center', !texts[tone] && 'opacity-45')}>
            <StatusMark tone={tone} />
          </span>
        ),
        short: <StatusPill tone={tone}>{name}</StatusPill>,
      }))}
      value={value}
      onChange={(chosen) => onChange(statuses.find(({ id }) => id === chosen)?.id ?? null)}
      className="!w-44 max-sm:!w-full max-sm:flex-1"
    />
  )
}
