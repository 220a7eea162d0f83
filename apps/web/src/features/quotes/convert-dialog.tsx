import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { formatTickets } from '@terrace/domain/tickets'
import { errorText } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { ConvertLines } from './convert-lines.tsx'
import { ConvertSums } from './convert-sums.tsx'
import { useConversion, type CheckedLine } from './use-conversion.ts'

interface ConvertDialogProps {
  quote: WireQuoteWhole
  isOpen: boolean
  onClose: () => void
  /** All of it is held: on to the checkout. */
  onHeld: () => void
}

/** Buying what was quoted: what has changed since is shown before anything is held. */
export function ConvertDialog(props: ConvertDialogProps) {
  // Each opening asks anew.
  return props.isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ quote, isOpen, onClose, onHeld }: ConvertDialogProps) {
  const conversion = useConversion(quote, onHeld)
  const { lines, sums, tickets, isHolding, isLoading, isStale, error, problem } = conversion
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
            isDisabled={isStale || !sums}
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
          <ConvertSums conversion={conversion} />
        </div>
      )}
      {error !== null && (
        <ErrorState
          title="The quote could not be checked"
          message={errorText(error)}
          onRetry={conversion.retry}
          isRetrying={conversion.isFetching}
        />
      )}
      {!isLoading && error === null && lines.length === 0 && (
        <p className="text-sm text-muted">Nothing was accepted yet, so that there is nothing to buy.</p>
      )}
    </Dialog>
  )
}

function changesText({ lines, isRest }: ReturnType<typeof useConversion>): string {
  if (isRest)
    return 'All that the client chose has been bought. This was offered besides: choose what to buy of it.'
  const changed = lines.filter(({ whole, now }) => isChanged(whole) || isChanged(now)).length
  if (changed === 0) return 'Everything stands as it was quoted. Nothing is held before you press below.'
  return `${changed === 1 ? 'One offer has' : `${changed} offers have`} changed since it was quoted. Nothing is held before you press below.`
}

function isChanged({ state, parts, cost_then: then }: CheckedLine): boolean {
  return state !== 'available' || parts.some(({ cost }) => cost?.amount !== then.amount)
}

function CheckSkeleton() {
  return (
    <SkeletonRegion label="Stock and prices are checked" className="space-y-4">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
    </SkeletonRegion>
  )
}
