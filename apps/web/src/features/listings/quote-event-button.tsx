import type { WireEvent } from '@terrace/contracts/catalogue'
import { useOpenQuoteBuilder } from '#web/features/quotes/quote-provider.tsx'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { QuoteIcon } from '#web/ui/icons.ts'

/** Starts a quote for the event's full live feed (product.md §5). */
export function QuoteEventButton({ event, currency }: { event: WireEvent; currency: string | undefined }) {
  const openQuoteBuilder = useOpenQuoteBuilder()
  const { id, title } = event
  const quote =
    currency === undefined
      ? null
      : () => openQuoteBuilder([{ scope: 'event', event: { id, title }, currency }])
  useCommands('Listings', [
    { id: 'listings.quote_event', title: 'Quote the event', detail: title, key: 'shift+q', run: quote },
  ])
  return (
    <Button
      size="sm"
      icon={<QuoteIcon aria-hidden className="size-4.5 sm:hidden" />}
      isDisabled={quote === null}
      onPress={() => quote?.()}
      className="max-sm:w-10 max-sm:gap-0 max-sm:px-0"
    >
      <span className="max-sm:sr-only">Create quote</span>
    </Button>
  )
}
