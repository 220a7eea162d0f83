import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons.ts'

export interface DrawerProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
}

/**
 * A panel that slides in from the right and out again in 300 ms (spec §2, §9). On large screens, which have no menu
 * drawer, it closes at once.
 */
export function Drawer({ title, isOpen, onClose, children, actions }: DrawerProps) {
  const opener = useRef<Element | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  useEffect(() => {
    // While the panel slides out, the page takes the keys.
    if (!isOpen && panel.current?.contains(document.activeElement) && opener.current instanceof HTMLElement)
      opener.current.focus({ preventScroll: true })
  }, [isOpen])
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-300 ease-out data-entering:opacity-0 starting:opacity-0 max-lg:data-exiting:opacity-0"
    >
      <Modal
        ref={panel}
        className={cx(
          'fixed inset-y-0 right-0 flex w-[min(24rem,calc(100vw-3rem))] flex-col border-l border-line bg-raised text-ink shadow',
          'transition-transform duration-300 ease-out data-entering:translate-x-full max-lg:data-exiting:translate-x-full',
        )}
      >
        <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none">
          <header className="flex h-16 shrink-0 items-center gap-4 border-b border-line pr-3 pl-5">
            <Heading slot="title" level={2} className="min-w-0 flex-1 truncate text-lg font-semibold">
              {title}
            </Heading>
            <Button
              slot="close"
              aria-label="Close"
              className="inline-flex size-10 shrink-0 items-center justify-center rounded text-muted data-hovered:bg-ink/6 data-hovered:text-ink"
            >
              <CloseIcon className="size-5" />
            </Button>
          </header>
          <div className="thin-scroll min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
          {actions !== undefined && <footer className="shrink-0 border-t border-line p-4">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
