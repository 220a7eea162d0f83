import type { WireSavedPerson } from '@terrace/contracts/saved-people'
import { preloadComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadMenu = async () => ({ default: (await import('./person-menu.tsx')).PersonMenu })

interface PersonMenuButtonProps {
  /** Which ticket it fills in. */
  ticket: string
  people: readonly WireSavedPerson[]
  onChoose: (person: WireSavedPerson) => void
}

export function PersonMenuButton({ ticket, people, onChoose }: PersonMenuButtonProps) {
  return (
    <MenuButton
      hiddenSuffix={`, ${ticket}`}
      // A failed preload is ignored; the press tries again and reports the error.
      onHoverOrFocus={() => void preloadComponent(loadMenu)}
      renderMenu={(state) => <LazyPart load={loadMenu} props={{ ticket, people, onChoose, state }} />}
    >
      <span className="inline-flex h-8 items-center gap-1 rounded px-3 text-xs font-semibold whitespace-nowrap hover:bg-ink/6">
        Saved attendees
        <ChevronDownIcon aria-hidden className="size-3.5" />
      </span>
    </MenuButton>
  )
}
