import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { HeldLines } from './held-lines.tsx'
import { SelectedLines } from './selected-lines.tsx'
import { removeSelected } from './remove-selected.ts'
import type { useSelectedBasket } from './use-selected-basket.ts'

interface BasketDialogProps {
  selected: ReturnType<typeof useSelectedBasket>
  holds: readonly WireHold[]
  isOpen: boolean
  onClose: () => void
}

/** The full basket: the selection, which is held in one call, and the current holds below it. */
export function BasketDialog({ selected, holds, isOpen, onClose }: BasketDialogProps) {
  const { entries, tickets, hasProblems, isPending, failure } = selected

  async function press() {
    const outcome = await (hasProblems ? selected.fixAndHold() : selected.hold())
    if (outcome === 'done') onClose()
  }

  return (
    <Dialog
      title="Basket"
      size="md"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            Close
          </Button>
          {entries.length > 0 && (
            <>
              <Button
                isDisabled={isPending}
                onPress={() => removeSelected(entries.map(({ line }) => line.listing_id))}
              >
                Clear selection
              </Button>
              <Button tone="primary" isPending={isPending} onPress={() => void press()}>
                {hasProblems ? fixLabel(entries) : `Hold ${formatTickets(tickets)}`}
              </Button>
            </>
          )}
        </>
      }
    >
      {entries.length > 0 && (
        <section aria-label="Selected">
          <h3 className="mb-2 text-sm font-semibold">Selected</h3>
          {failure && (
            <p role="alert" className="mb-3 text-sm font-medium text-danger">
              {failure.text}
            </p>
          )}
          <SelectedLines entries={entries} isBusy={isPending} />
        </section>
      )}
      {holds.length > 0 && (
        <section aria-label="Held" className="not-first:mt-6">
          <h3 className="mb-2 text-sm font-semibold">Held</h3>
          <HeldLines holds={holds} isBusy={isPending} onEmpty={() => entries.length === 0 && onClose()} />
        </section>
      )}
      {entries.length === 0 && holds.length === 0 && (
        <p className="text-sm text-muted">Your basket is empty.</p>
      )}
    </Dialog>
  )
}

/** When no line has any stock, only removal is left. */
function fixLabel(entries: BasketDialogProps['selected']['entries']): string {
  return entries.every(({ fix }) => fix === 'remove') ? 'Remove all' : 'Fix and hold all'
}
