import type { WireQuote, WireQuoteOffer } from '@terrace/contracts/quote-shapes'
import { useState } from 'react'
import { copyText } from '#web/lib/format/copy-text.ts'
import { offerSeatLabel } from '#web/features/quotes/quote-texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyIcon } from '#web/ui/icons.ts'
import { clientOfferText, listingText } from './offer-copy-texts.ts'

interface CopyOfferProps {
  quote: Pick<WireQuote, 'event'>
  offer: WireQuoteOffer
}

/** Copies an offer as text: for the client without any cost, or for colleagues with it. */
export function CopyOffer({ quote, offer }: CopyOfferProps) {
  const [message, setMessage] = useState('')
  const [blockedText, setBlockedText] = useState<string | null>(null)
  const label = offerSeatLabel(offer)

  async function copy(text: string, copied: string) {
    const isCopied = await copyText(text)
    setMessage(isCopied ? copied : 'Your browser blocked copying. Select the text and copy it yourself.')
    setBlockedText(isCopied ? null : text)
  }

  return (
    <div className="mt-2 -ml-2.5 flex flex-wrap items-center gap-x-1">
      {offer.state !== 'unavailable' && (
        <Button
          size="sm"
          tone="quiet"
          icon={<CopyIcon aria-hidden className="size-3.5" />}
          aria-label={`Copy for client, ${label}`}
          onPress={() => void copy(clientOfferText(quote, offer), 'Copied without cost')}
        >
          Copy for client
        </Button>
      )}
      <Button
        size="sm"
        tone="quiet"
        aria-label={`Copy listing with cost, ${label}`}
        onPress={() => void copy(listingText(quote, offer), 'Copied with cost. Not for clients.')}
      >
        Copy listing with cost
      </Button>
      <span role="status" className="px-2 text-xs text-muted">
        {message}
      </span>
      {blockedText !== null && (
        <p className="mt-1 ml-2.5 w-full rounded bg-sunken px-3 py-2 text-xs [overflow-wrap:anywhere] select-all">
          {blockedText}
        </p>
      )}
    </div>
  )
}
