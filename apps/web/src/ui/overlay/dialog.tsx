import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon } from '#web/ui/icons.ts'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons at the bottom; the primary action comes last. */
  actions?: ReactNode
  /** False while an action runs that must not be interrupted. */
  isDismissable?: boolean
  role?: 'dialog' | 'alertdialog'
  size?: 'sm' | 'md' | 'lg'
}

// On phones React Aria hides the overlay until the keyboard of the screen is up: `starting` keeps it from fading out.
const overlayClass =
  'fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 ease-out data-entering:opacity-0 starting:opacity-0'

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' }

/**
 * A modal dialog that traps and restores the focus. On phones it sits at the bottom edge. It closes without a
 * transition, during which the page would ignore its keys.
 */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  isDismissable = true,
  role = 'dialog',
  size = 'md',
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={cx(overlayClass, 'flex items-end justify-center sm:items-center sm:p-6')}
    >
      <Modal
        className={cx(
          'flex max-h-[calc(100dvh-2rem)] w-full flex-col overflow-hidden border border-line bg-raised text-ink shadow',
          'rounded-t sm:rounded',
          'transition duration-200 ease-out data-entering:translate-y-3 data-entering:opacity-0',
          widths[size],
        )}
      >
        <AriaDialog role={role} className="flex min-h-0 flex-col outline-none">
          <header className="flex items-start gap-4 px-6 pt-4.5 pb-2.5">
            <Heading slot="title" level={2} className="min-w-0 flex-1 pt-1.5 text-lg font-semibold">
              {title}
            </Heading>
            {isDismissable && (
              <Button
                slot="close"
                aria-label="Close"
                className="-mr-2 inline-flex size-10 shrink-0 items-center justify-center rounded text-muted data-hovered:bg-ink/6 data-hovered:text-ink"
              >
                <CloseIcon className="size-5" />
              </Button>
            )}
          </header>
          <div
            ref={role === 'alertdialog' ? focusFirstControl : undefined}
            className="thin-scroll min-h-0 flex-1 overflow-y-auto px-6 pb-6 text-base"
          >
            {children}
          </div>
          {actions !== undefined && (
            <footer className="flex flex-col-reverse gap-2 border-t border-line px-6 py-4 sm:flex-row sm:justify-end">
              {actions}
            </footer>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * Passes the focus on from a confirmation to its first field, or else to its first button below the text. Over another
 * dialog, and where the primary button must not have it, the confirmation itself gets it first.
 */
function focusFirstControl(body: HTMLElement | null): (() => void) | undefined {
  const dialog = body?.parentElement
  if (!dialog) return undefined
  function passOn({ target }: FocusEvent) {
    if (target !== dialog) return
    dialog?.removeEventListener('focusin', passOn)
    const first =
      body?.querySelector<HTMLElement>('input, select, textarea') ??
      dialog?.querySelector<HTMLElement>('footer button:not([disabled])')
    first?.focus()
  }
  dialog.addEventListener('focusin', passOn)
  return () => dialog.removeEventListener('focusin', passOn)
}
