import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { ConvertLines } from './convert-lines.tsx'
import { ConvertTotals } from './convert-totals.tsx'
import { useConversion, type CheckedLine } from './use-conversion.ts'

interface ConvertDialogProps {
  quote: WireQuoteDetail
  isOpen: boolean
  onClose: () => void
  /** Called when everything is held, to continue to checkout. */
  onHeld: () => void
}

/** Buys the quoted tickets. Shows changes since the quote before holding anything. */
export function ConvertDialog(props: ConvertDialogProps) {
  // Mounted per opening, so stock and prices are checked each time.
  return props.isOpen ? <OpenConvertDialog {...props} /> : null
}

function OpenConvertDialog({ quote, isOpen, onClose, onHeld }: ConvertDialogProps) {
  const conversion = useConversion(quote, onHeld)
  const { lines, totals, tickets, isHolding, isLoading, isStale, error, problem } = conversion
  return (
    <Dialog
      title="Buy for the client"
      size="md"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isHolding}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isHolding}>
            Cancel
          </Button>
          <Button
            tone="primary"
            isPending={isHolding}
            isDisabled={isStale || !totals}
            onPress={() => void conversion.hold()}
          >
            {tickets === 0 ? 'Hold and check out' : `Hold ${formatTickets(tickets)} and check out`}
          </Button>
        </>
      }
    >
      {isLoading && <CheckSkeleton />}
      {lines.length > 0 && (
        <div className="space-y-4">
          <p className="text-sm text-muted">{changesText(conversion)}</p>
          <ConvertLines conversion={conversion} />
          {problem !== null && (
            <p role="alert" className="text-sm font-medium text-danger">
              {problem}
            </p>
          )}
          <ConvertTotals conversion={conversion} />
        </div>
      )}
      {error !== null && (
        <ErrorState
          title="Couldn’t check the quote"
          message={errorText(error)}
          onRetry={conversion.retry}
          isRetrying={conversion.isFetching}
        />
      )}
      {!isLoading && error === null && lines.length === 0 && (
        <p className="text-sm text-muted">Nothing accepted yet.</p>
      )}
    </Dialog>
  )
}

function changesText({ lines, isRemainder, isChoosing }: ReturnType<typeof useConversion>): string {
  if (isRemainder) return 'All accepted offers have been bought. You can still buy the other offers.'
  if (isChoosing) return 'The client hasn’t chosen yet. Select the offer to buy.'
  const changed = lines.filter(({ full, current }) => isChanged(full) || isChanged(current)).length
  if (changed === 0) return 'Prices match the quote. Tickets are held when you continue.'
  return `${changed === 1 ? 'One offer has' : `${changed} offers have`} changed since the quote. Tickets are held when you continue.`
}

function isChanged({ state, parts, cost_when_quoted: originalCost }: CheckedLine): boolean {
  return state !== 'available' || parts.some(({ cost }) => cost?.amount !== originalCost.amount)
}

function CheckSkeleton() {
  return (
    <SkeletonRegion label="Checking stock and prices" className="space-y-4">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
    </SkeletonRegion>
  )
}
