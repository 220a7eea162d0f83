import { useRef, useState } from 'react'
import { preloadComponent, type ComponentLoader } from '#web/lib/hooks/use-lazy-component.ts'

/**
 * State of a button and the popover that it opens, a `LazyPart` that is mounted once it was opened. Its code loads on hover
 * or focus; a failed preload is repeated on press.
 */
export function useLazyPopover<Props>(load: ComponentLoader<Props>) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const isOpen = state === 'open'
  const preload = () => void preloadComponent(load)
  return {
    open: () => setState('open'),
    wasOpened: state !== 'unused',
    buttonProps: {
      ref: triggerRef,
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen,
      onHoverStart: preload,
      onFocus: preload,
      onPress: () => setState(isOpen ? 'closed' : 'open'),
    },
    popoverProps: { triggerRef, isOpen, onClose: () => setState('closed') },
  } as const
}
