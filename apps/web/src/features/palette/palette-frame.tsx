import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface PaletteFrameProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog that opens within one frame. Making the page behind inert would restyle all of it, so the frame keeps
 * Tab inside by itself; the owner returns the focus.
 */
export function PaletteFrame({ label, onClose, children }: PaletteFrameProps) {
  const dialog = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.key !== 'Tab') return
    event.preventDefault()
    const controls = [
      ...(dialog.current?.querySelectorAll<HTMLElement>('input, button:enabled') ?? []),
    ].filter((control) => control.checkVisibility())
    const place = controls.findIndex((control) => control === document.activeElement)
    const next = (place + (event.shiftKey ? -1 : 1) + controls.length) % controls.length
    controls[next]?.focus()
  }

  return createPortal(
    // Handles keys and presses that reach it from the dialog; not a control itself.
    <div
      role="presentation"
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        // Keeps the focus in the field.
        if (event.target instanceof Element && !event.target.closest('input, button')) event.preventDefault()
      }}
      className="fixed inset-0 z-40 flex items-start justify-center sm:p-6 sm:pt-[10vh]"
    >
      {/* The dialog closes with Esc; the mouse can also press next to it. */}
      <div aria-hidden className="absolute inset-0 bg-backdrop" onClick={onClose} />
      <div
        ref={dialog}
        role="dialog"
        aria-modal
        aria-label={label}
        className="relative flex w-full max-w-180 flex-col overflow-hidden bg-raised text-ink shadow max-sm:h-dvh sm:max-h-[75vh] sm:rounded sm:border sm:border-line"
      >
        {children}
      </div>
    </div>,
    document.body,
  )
}
