import { Header } from 'react-aria-components/Header'
import { MenuItem as AriaMenuItem, MenuSection } from 'react-aria-components/Menu'
import { CheckIcon } from '#web/ui/icons.ts'

interface MenuChoicesProps {
  label: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A few exclusive choices inside a `Menu`. */
export function MenuChoices({ label, choices, value, onChange }: MenuChoicesProps) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys === 'all' ? [] : keys
        if (chosen !== undefined) onChange(String(chosen))
      }}
    >
      <Header className="px-3 pt-2 pb-1 text-xs font-medium text-muted">{label}</Header>
      {choices.map((choice) => (
        <AriaMenuItem
          key={choice.value}
          id={choice.value}
          textValue={choice.label}
          className="group flex min-h-9 cursor-pointer items-center gap-3 rounded px-3 text-sm outline-none data-focused:bg-ink/6 data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent max-sm:min-h-10"
        >
          <CheckIcon aria-hidden className="invisible size-4 text-accent group-data-selected:visible" />
          {choice.label}
        </AriaMenuItem>
      ))}
    </MenuSection>
  )
}
