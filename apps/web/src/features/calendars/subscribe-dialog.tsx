import { Link } from '@tanstack/react-router'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { CalendarAddress } from './calendar-address.tsx'
import { useCreateCalendar, type CalendarSubject } from './calendar-queries.ts'

interface SubscribeDialogProps {
  subject: CalendarSubject
  title: string
  isOpen: boolean
  onClose: () => void
}

/** Creates a secret address of a calendar and shows it until the dialog closes. */
export function SubscribeDialog({ subject, title, isOpen, onClose }: SubscribeDialogProps) {
  const create = useCreateCalendar()
  const close = () => {
    onClose()
    create.reset()
  }
  return (
    <Dialog
      size="sm"
      title={create.data ? 'Calendar address created' : `Subscribe to ${title}`}
      isOpen={isOpen}
      onClose={close}
      isDismissable={!create.isPending}
      actions={
        create.data ? (
          <Button tone="primary" onPress={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onPress={close} isDisabled={create.isPending}>
              Cancel
            </Button>
            <Button
              tone="primary"
              isPending={create.isPending}
              onPress={() => create.mutate(subject)}
              autoFocus
            >
              Create address
            </Button>
          </>
        )
      }
    >
      <div className="space-y-4 text-sm">
        {create.data ? (
          <CalendarAddress path={create.data.address} title={title} />
        ) : (
          <p className="text-muted">
            Add an address to your calendar app, and its upcoming events appear there and stay up to date.
          </p>
        )}
        {create.error && <ActionError error={create.error} />}
        <p className="text-xs text-muted">
          Your addresses are listed in{' '}
          <Link to="/profile" search={{ tab: 'account' }} className="rounded-sm font-medium underline">
            My account
          </Link>
          , where you can revoke them.
        </p>
      </div>
    </Dialog>
  )
}
