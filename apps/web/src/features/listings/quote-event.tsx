import type { WireEvent } from '@terrace/contracts/catalogue'
import { useAskForQuote } from '#web/features/quotes/quote-provider.tsx'
import { Button } from '#web/ui/button.tsx'

/** Offers the client the whole live feed of the event (product.md §5). */
export function QuoteEvent({ event, currency }: { event: WireEvent; currency: string | undefined }) {
  const ask = useAskForQuote()
  const { id, title } = event
  return (
    <Button
      className="max-sm:w-full"
      isDisabled={currency === undefined}
      onPress={() => currency !== undefined && ask([{ scope: 'event', event: { id, title }, currency }])}
    >
      Quote the event
    </Button>
  )
}
