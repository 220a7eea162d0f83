import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { cx } from '#web/ui/cx.ts'
import type { MenuState } from './menu-button.tsx'

interface MenuProps extends MenuState {
  label: string
  children: ReactNode
  /** Shown above the entries, such as the logged-in user. */
  header?: ReactNode
}

/** A list of actions opened by a `MenuButton`. Arrows, Home, End and typing move the focus; Esc closes. */
export function Menu({ label, triggerRef, isOpen, focus, onClose, children, header }: MenuProps) {
  return (
    <Popover
      aria-label={label}
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      offset={6}
      className="min-w-60 animate-rise overflow-hidden rounded border border-line bg-raised text-ink shadow data-exiting:opacity-0"
    >
      {header !== undefined && <div className="border-b border-line px-4 py-3">{header}</div>}
      <AriaMenu
        aria-label={label}
        autoFocus={focus}
        onClose={onClose}
        className="thin-scroll max-h-[inherit] overflow-y-auto p-1 outline-none"
      >
        {children}
      </AriaMenu>
    </Popover>
  )
}

interface MenuItemProps {
  children: string
  icon?: ReactNode
  /** Shown at the right edge, such as a count. */
  aside?: ReactNode
  onAction: () => void
  isDanger?: boolean
}

export function MenuItem({ children, icon, aside, onAction, isDanger = false }: MenuItemProps) {
  return (
    <AriaMenuItem
      textValue={children}
      onAction={onAction}
      className={cx(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded px-3 text-sm outline-none data-focused:bg-ink/6 [&_svg]:size-4',
        'data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent',
        isDanger ? 'text-danger' : '[&_svg]:text-muted',
      )}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {aside !== undefined && <span className="tabular text-xs text-muted">{aside}</span>}
    </AriaMenuItem>
  )
}

export function MenuSeparator() {
  return <Separator className="my-1 h-px bg-line" />
}
