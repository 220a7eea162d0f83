import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { PressButton } from './press-button.tsx'

/** Props that the button passes to its menu. */
export interface MenuState {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  /** Initial focus: the menu for a mouse, an entry for a key. */
  focus: true | 'first' | 'last'
  onClose: () => void
}

interface MenuButtonProps {
  hiddenSuffix: string
  children: ReactNode
  /** Called from the first opening on, so the menu can be lazy-loaded. */
  renderMenu: (state: MenuState) => ReactNode
  /** Called on hover and focus, for preloading. */
  onHoverOrFocus?: () => void
  /** False where Tab should pass the button, as in rows that are not active. */
  isTabStop?: boolean
}

/** An unstyled button that opens a menu on press, arrow up or arrow down. */
export function MenuButton({
  hiddenSuffix,
  children,
  renderMenu,
  onHoverOrFocus,
  isTabStop = true,
}: MenuButtonProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [focus, setFocus] = useState<MenuState['focus'] | null>(null)

  function open(at: MenuState['focus']) {
    setFocus(at)
    setOpen(true)
  }

  return (
    <>
      <PressButton
        ref={triggerRef}
        aria-haspopup="menu"
        excludeFromTabOrder={!isTabStop}
        aria-expanded={isOpen}
        {...(onHoverOrFocus && { onHoverStart: onHoverOrFocus, onFocus: onHoverOrFocus })}
        onPress={({ pointerType }) => open(pointerType === 'keyboard' ? 'first' : true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.stopPropagation()
          open(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
        className="touch-target inline-flex rounded-full"
      >
        {children}
        {/* Added to the visible content, so that voice control finds the button by its visible text. */}
        <span className="sr-only">{hiddenSuffix}</span>
      </PressButton>
      {/* oxlint-disable-next-line react/refs -- passes the ref on without reading it: the menu positions itself at the button */}
      {focus !== null && renderMenu({ triggerRef, isOpen, focus, onClose: () => setOpen(false) })}
    </>
  )
}
