import { useRef, useState, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { fetchAhead } from '#web/lib/use-loaded.ts'
import { chipClass } from '#web/ui/chip.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import type { ChoiceKind, FilterState } from './feed-choices.ts'

const loadPopover = async () => ({ default: (await import('./feed-popover.tsx')).FilterPopover })

interface FeedPillProps {
  kind: ChoiceKind | 'price'
  title: string
  state: FilterState
  isOn: boolean
  children: ReactNode
}

/** One way of narrowing, which opens on a press; its code comes when somebody is about to press. */
export function FeedPill({ kind, title, state, isOn, children }: FeedPillProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  // A load that fails here is tried again by the press.
  const approach = () => void fetchAhead(loadPopover)
  return (
    <>
      <Button
        ref={trigger}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onHoverStart={approach}
        onFocus={approach}
        onPress={() => {
          setWasOpened(true)
          setOpen(!isOpen)
        }}
        className={chipClass(isOn)}
      >
        {children}
      </Button>
      {wasOpened && (
        <OnDemand
          load={loadPopover}
          props={{ kind, title, state, triggerRef: trigger, isOpen, onClose: () => setOpen(false) }}
        />
      )}
    </>
  )
}
