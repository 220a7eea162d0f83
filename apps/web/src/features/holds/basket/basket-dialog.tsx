import type { WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { rateDateText } from '#web/lib/format/rate-date-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ExchangeRates } from '#web/ui/data-display/exchange-rates.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { CheckoutLink } from './checkout-link.tsx'
import { HeldLines } from './held-lines.tsx'
import { holdRates } from './hold-rates.ts'
import { SelectedLines } from './selected-lines.tsx'
import { removeSelected } from './remove-selected.ts'
import type { useSelectedBasket } from './use-selected-basket.ts'

interface BasketDialogProps {
  selected: ReturnType<typeof useSelectedBasket>
  holds: readonly WireHold[]
  isOpen: boolean
  onClose: () => void
  onQuote: (() => void) | undefined
}

/** The full basket: the selection, which is held in one call, and the current holds below it. */
export function BasketDialog({ selected, holds, isOpen, onClose, onQuote }: BasketDialogProps) {
  const { entries, tickets, rateDate, hasProblems, isPending, failure } = selected
  const isSelecting = entries.length > 0

  async function holdSelected() {
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
          {onQuote && (
            <Button
              isDisabled={isPending}
              onPress={() => {
                onClose()
                onQuote()
              }}
            >
              Quote
            </Button>
          )}
          {!isSelecting && holds.length > 0 && <CheckoutLink holds={holds} isPrimary onPress={onClose} />}
          {isSelecting && (
            <>
              <Button
                isDisabled={isPending}
                onPress={() => removeSelected(entries.map(({ line }) => line.listing_id))}
              >
                Clear selection
              </Button>
              <Button tone="primary" isPending={isPending} onPress={() => void holdSelected()}>
                {hasProblems ? fixLabel(entries) : `Hold ${formatTickets(tickets)}`}
              </Button>
            </>
          )}
        </>
      }
    >
      {isSelecting && (
        <section aria-label="Selected">
          <h3 className="mb-2 text-sm font-semibold">Selected</h3>
          {failure && (
            <p role="alert" className="mb-3 text-sm font-medium text-danger">
              {failure.text}
            </p>
          )}
          <SelectedLines entries={entries} isBusy={isPending} />
          {rateDate !== undefined && (
            <p className="mt-2 text-xs text-muted">Converted at {rateDateText(rateDate)}.</p>
          )}
        </section>
      )}
      {holds.length > 0 && (
        <section aria-label="Held" className="not-first:mt-6">
          <h3 className="mb-2 text-sm font-semibold">Held</h3>
          <HeldLines
            holds={holds}
            isBusy={isPending}
            autoFocus={!isSelecting}
            onEmpty={() => !isSelecting && onClose()}
          />
          <ExchangeRates rates={holdRates(holds)} className="mt-2" />
        </section>
      )}
      {!isSelecting && holds.length === 0 && <p className="text-sm text-muted">Your basket is empty.</p>}
    </Dialog>
  )
}

/** When no line has any stock, only removal is left. */
function fixLabel(entries: BasketDialogProps['selected']['entries']): string {
  return entries.every(({ fix }) => fix === 'remove') ? 'Remove all' : 'Fix and hold all'
}
