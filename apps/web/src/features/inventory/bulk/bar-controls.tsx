import { cx } from '#web/ui/cx.ts'

const controlClass =
  'h-7 rounded border border-[#ffffff40] bg-transparent px-2 text-xs font-semibold text-on-bar outline-bar-accent hover:border-[#ffffff99] max-sm:h-10'

interface BarSelectProps<Id extends string> {
  label: string
  options: readonly { id: Id; name: string }[]
  value: Id
  onChange: (value: Id) => void
}

/** A select in the dark bar. */
export function BarSelect<Id extends string>({ label, options, value, onChange }: BarSelectProps<Id>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex]
        if (chosen) onChange(chosen.id)
      }}
      className={cx(controlClass, 'max-w-36 [&>option]:bg-raised [&>option]:text-ink')}
    >
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface BarInputProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isWide?: boolean
}

/** A field in the dark bar. */
export function BarInput({ label, value, onChange, placeholder, isWide }: BarInputProps) {
  return (
    <input
      aria-label={label}
      type="text"
      value={value}
      placeholder={placeholder}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      className={cx(controlClass, 'tabular placeholder:text-[#ffffffa6]', isWide ? 'w-56' : 'w-24')}
    />
  )
}
