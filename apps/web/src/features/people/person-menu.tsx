import type { WireSavedPerson } from '@terrace/contracts/saved-people'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { personName } from './person-texts.ts'

interface PersonMenuProps {
  /** Which ticket it fills in. */
  ticket: string
  people: readonly WireSavedPerson[]
  onChoose: (person: WireSavedPerson) => void
}

/** Chooses a saved person for one ticket. */
export function PersonMenu({ ticket, people, onChoose }: PersonMenuProps) {
  return (
    <MenuButton
      hiddenSuffix={`, ${ticket}`}
      renderMenu={(state) => (
        <Menu label={`Saved attendees for ${ticket}`} {...state}>
          {people.map((person) => (
            <MenuItem
              key={person.id}
              {...(isNamesake(person, people) && { aside: person.email })}
              onAction={() => onChoose(person)}
            >
              {personName(person)}
            </MenuItem>
          ))}
        </Menu>
      )}
    >
      <span className="inline-flex h-8 items-center gap-1 rounded px-3 text-xs font-semibold whitespace-nowrap hover:bg-ink/6">
        Saved attendees
        <ChevronDownIcon aria-hidden className="size-3.5" />
      </span>
    </MenuButton>
  )
}

/** Whether someone else has the same name, so that the address tells them apart. */
const isNamesake = (person: WireSavedPerson, people: readonly WireSavedPerson[]): boolean =>
  people.some((other) => other.id !== person.id && personName(other) === personName(person))
