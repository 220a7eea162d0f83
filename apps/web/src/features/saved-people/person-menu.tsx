import type { WireSavedPerson } from '@terrace/contracts/saved-people'
import type { MenuState } from '#web/ui/controls/menu-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { personName } from './person-texts.ts'

interface PersonMenuProps {
  ticket: string
  people: readonly WireSavedPerson[]
  onChoose: (person: WireSavedPerson) => void
  state: MenuState
}

export function PersonMenu({ ticket, people, onChoose, state }: PersonMenuProps) {
  return (
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
  )
}

/** Whether another person has the same name, so that the address must distinguish them. */
const isNamesake = (person: WireSavedPerson, people: readonly WireSavedPerson[]): boolean =>
  people.some((other) => other.id !== person.id && personName(other) === personName(person))
