import type { WireHold } from '@terrace/contracts/holds'
import { Button } from '#web/ui/controls/button.tsx'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { HeldLines } from '#web/features/holds/basket/held-lines.tsx'
import { holdRates } from '#web/features/holds/basket/hold-rates.ts'
import { canRelease } from './scheduled-release.ts'
import { useScheduleRelease } from './use-schedule-release.ts'

interface ReleaseDialogProps {
  holds: readonly WireHold[]
  isOpen: boolean
  onClose: () => void
}

export function ReleaseDialog({ holds, isOpen, onClose }: ReleaseDialogProps) {
  const { scheduleRelease, isPending, problem } = useScheduleRelease()
  const releasableHolds = holds.filter(canRelease)

  async function releaseAll() {
    if (await scheduleRelease(releasableHolds.map((hold) => ({ hold, quantity: hold.quantity })))) onClose()
  }

  return (
    <Dialog
      title="Release tickets"
      size="md"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Close
          </Button>
          {releasableHolds.length > 1 && (
            <Button tone="danger" isPending={isPending} onPress={() => void releaseAll()}>
              Release all
            </Button>
          )}
        </>
      }
    >
      <HeldLines holds={holds} isBusy={isPending} autoFocus onEmpty={onClose} />
      <ExchangeRates rates={holdRates(holds)} className="mt-2" />
      {problem !== null && (
        <p role="alert" className="mt-4 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
