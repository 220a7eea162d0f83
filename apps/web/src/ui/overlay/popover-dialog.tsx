import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { cx } from '#web/ui/cx.ts'

export interface PopoverState {
  triggerRef: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onClose: () => void
}

interface PopoverDialogProps extends PopoverState {
  label: string
  placement: 'bottom start' | 'bottom end'
  /** Of the frame: its size. */
  className: string
  contentClassName?: string
  children: ReactNode
}

/** A dialog in a frame below the button that opens it (`useLazyPopover`). */
export function PopoverDialog({
  label,
  placement,
  className,
  contentClassName = 'flex max-h-[inherit] flex-col p-4',
  children,
  onClose,
  ...state
}: PopoverDialogProps) {
  return (
    <Popover
      {...state}
      onOpenChange={(open) => !open && onClose()}
      placement={placement}
      offset={6}
      className={cx(
        'animate-rise rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0',
        className,
      )}
    >
      <Dialog aria-label={label} className={cx('outline-none', contentClassName)}>
        {children}
      </Dialog>
    </Popover>
  )
}
