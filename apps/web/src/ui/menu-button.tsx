import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from 'react-aria-components/Button'

/** What a menu is told by the button that opens it. */
export interface MenuState {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  /** Where the focus goes: a mouse leaves it on the menu, a key puts it on an entry. */
  focus: true | 'first' | 'last'
  onClose: () => void
}

interface MenuButtonProps {
  label: string
  children: ReactNode
  /** Drawn from the first opening on, so that its code may come then. */
  renderMenu: (state: MenuState) => ReactNode
  /** Somebody is about to open it. */
  onApproach?: () => void
}

/** An unstyled pressable that opens a menu, such as the avatar: by a press, and by the arrows up and down. */
export function MenuButton({ label, children, renderMenu, onApproach }: MenuButtonProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [focus, setFocus] = useState<MenuState['focus'] | null>(null)

  function open(at: MenuState['focus']) {
    setFocus(at)
    setOpen(true)
  }

  return (
    <>
      <Button
        ref={triggerRef}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(onApproach && { onHoverStart: onApproach, onFocus: onApproach })}
        onPress={({ pointerType }) => open(pointerType === 'keyboard' ? 'first' : true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') open('first')
          else if (event.key === 'ArrowUp') open('last')
          // React Aria keeps a key to the button unless it is told otherwise: `/` belongs to the page.
          else event.continuePropagation()
        }}
        className="thumb-room inline-flex rounded-full"
      >
        {children}
        {/* Beside what is drawn, not instead of it: who says what he sees must reach the button too. */}
        <span className="sr-only">{label}</span>
      </Button>
      {/* oxlint-disable-next-line react/refs -- handed on, not read: the menu finds its place by it */}
      {focus !== null && renderMenu({ triggerRef, isOpen, focus, onClose: () => setOpen(false) })}
    </>
  )
}
