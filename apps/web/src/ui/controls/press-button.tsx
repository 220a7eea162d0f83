import { useRef, type ComponentProps, type KeyboardEvent } from 'react'

export interface Press {
  target: HTMLButtonElement
  /** `keyboard`, `virtual` for screen readers, or that of the pointer event. */
  pointerType: string
}

export interface PressButtonProps extends Omit<
  ComponentProps<'button'>,
  | 'disabled'
  | 'onClick'
  | 'onKeyUp'
  | 'onMouseDown'
  | 'onPointerDown'
  | 'onPointerEnter'
  | 'style'
  | 'tabIndex'
> {
  isDisabled?: boolean
  onPress?: ((press: Press) => void) | undefined
  onHoverStart?: () => void
  excludeFromTabOrder?: boolean
  preventFocusOnPress?: boolean
}

/**
 * An unstyled button. Like buttons of React Aria, it focuses itself on press, ignores repeated keys and hides its
 * events from the elements around it, such as a clickable row. React Aria's code would weigh 15 kB on every page.
 */
export function PressButton({
  isDisabled = false,
  onPress,
  onHoverStart,
  onKeyDown,
  excludeFromTabOrder = false,
  preventFocusOnPress = false,
  type = 'button',
  ...props
}: PressButtonProps) {
  const isSpaceDown = useRef(false)

  function pressWithKey(event: KeyboardEvent<HTMLButtonElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.stopPropagation()
    if (event.repeat) event.preventDefault()
    // Only the browser's click submits a form.
    if (type === 'submit') return
    // React Aria would take the browser's click for a screen reader's and focus menus differently.
    event.preventDefault()
    isSpaceDown.current = event.key === ' '
    if (event.key === 'Enter' && !event.repeat)
      onPress?.({ target: event.currentTarget, pointerType: 'keyboard' })
  }

  function releaseKey(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.key !== ' ' || !isSpaceDown.current) return
    isSpaceDown.current = false
    // Firefox would click.
    event.preventDefault()
    onPress?.({ target: event.currentTarget, pointerType: 'keyboard' })
  }

  return (
    <button
      {...props}
      type={type}
      disabled={isDisabled}
      // Explicit, because Safari's Tab key skips buttons otherwise.
      tabIndex={excludeFromTabOrder ? -1 : 0}
      onClick={(event) => {
        event.stopPropagation()
        const { currentTarget: target, detail, nativeEvent } = event
        // Safari does not focus a clicked button.
        if (!preventFocusOnPress && document.activeElement !== target) target.focus({ preventScroll: true })
        onPress?.({ target, pointerType: detail === 0 ? 'virtual' : pointerTypeOf(nativeEvent) })
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => {
        event.stopPropagation()
        if (preventFocusOnPress) event.preventDefault()
      }}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch' && !isDisabled) onHoverStart?.()
      }}
      onKeyDown={pressWithKey}
      onKeyUp={releaseKey}
    />
  )
}

function pointerTypeOf(event: MouseEvent): string {
  return event instanceof PointerEvent ? event.pointerType : 'mouse'
}
