import { useState } from 'react'
import { Avatar } from '#web/ui/data-display/avatar.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { BookmarkIcon, LogOutIcon, QuoteIcon, ReceiptIcon, UserIcon } from '../icons.ts'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/controls/menu.tsx'
import { MenuButton } from '#web/ui/controls/menu-button.tsx'
import { PromptDialog } from '#web/ui/overlay/prompt-dialog.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'
import { Sample, Section } from './section.tsx'

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'prompt' | 'drawer' | null>(null)
  const [title, setTitle] = useState('')
  const close = () => setOpen(null)
  return (
    <Section title="Overlays">
      <Sample name="Dialog, confirm, prompt, drawer, menu">
        <Button onPress={() => setOpen('dialog')}>Open dialog</Button>
        <Button onPress={() => setOpen('confirm')}>Cancel purchase</Button>
        <Button onPress={() => setOpen('prompt')}>Send offer</Button>
        <Button onPress={() => setOpen('drawer')}>Open drawer</Button>
        <MenuButton
          hiddenSuffix="Account of Jane Miller"
          renderMenu={(state) => (
            <Menu
              label="Account"
              {...state}
              header={
                <>
                  <p className="font-semibold">Jane Miller</p>
                  <p className="text-xs text-muted">Harbour Box Office</p>
                </>
              }
            >
              <MenuItem icon={<UserIcon />} onAction={() => undefined}>
                My account
              </MenuItem>
              <MenuItem icon={<ReceiptIcon />} aside="3" onAction={() => undefined}>
                Purchases
              </MenuItem>
              <MenuItem icon={<QuoteIcon />} aside="2" onAction={() => undefined}>
                Quotes
              </MenuItem>
              <MenuItem icon={<BookmarkIcon />} onAction={() => undefined}>
                Tracked listings
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={<LogOutIcon />} onAction={() => undefined}>
                Logout
              </MenuItem>
            </Menu>
          )}
        >
          <Avatar name="Jane Miller" />
        </MenuButton>
      </Sample>
      <Sample name="Toast: success, error, warning">
        <Button onPress={() => showToast('2 tickets held for 30 minutes')}>Success</Button>
        <Button onPress={() => showToast('This listing is sold out', toastSeverity.error)}>Error</Button>
        <Button onPress={() => showToast('You can hold 3 more tickets', toastSeverity.warning)}>
          Warning
        </Button>
      </Sample>
      <Dialog
        title="Create a quote"
        isOpen={open === 'dialog'}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button tone="primary" onPress={close}>
              Create quote
            </Button>
          </>
        }
      >
        <TextField
          label="Title"
          value={title}
          onChange={setTitle}
          description="Your client sees it at the top of the page."
        />
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'confirm'}
        title="Cancel purchase?"
        message="Your 4 held tickets are released right away."
        confirmLabel="Cancel purchase"
        cancelLabel="Keep tickets"
        tone="danger"
        onConfirm={close}
        onCancel={close}
      />
      <PromptDialog
        isOpen={open === 'prompt'}
        kind="email"
        title="Send the offer"
        label="Email"
        message="Your client gets a link to it."
        confirmLabel="Send"
        onConfirm={close}
        onCancel={close}
      />
      <Drawer title="Menu" isOpen={open === 'drawer'} onClose={close}>
        <p className="text-muted">Slides in from the right within 300 ms.</p>
      </Drawer>
    </Section>
  )
}
