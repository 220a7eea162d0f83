import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { commissionToConvert, convertCommission, type QuoteTerms } from './client-terms.ts'
import type { PendingQuote } from './pending-quote.ts'

/**
 * Changes currency and commission of a quote. A fixed commission in another currency is empty until its rate has
 * arrived (`isConverting`); the quote must not be sent before.
 */
export function useTermsChange(
  { eventId, currency, method, amount }: PendingQuote,
  onEdit: (change: Partial<PendingQuote>) => void,
): { changeTerms: (change: Partial<QuoteTerms>) => void; isConverting: boolean } {
  const queryClient = useQueryClient()
  const [conversion, setConversion] = useState<{ eventId: number; terms: QuoteTerms } | null>(null)
  const latest = useRef<object | null>(null)
  // The terms before the conversion: another change starts from them again. Another event is another quote.
  const converting = conversion?.eventId === eventId ? conversion.terms : null

  async function convert(change: Partial<QuoteTerms>): Promise<void> {
    latest.current = change
    const terms = converting ?? { currency, method, amount }
    const commission = commissionToConvert(terms, change)
    if (commission === null) {
      setConversion(null)
      onEdit(converting ? { amount: converting.amount, ...change } : change)
      return
    }
    setConversion({ eventId, terms })
    onEdit({ ...change, amount: '' })
    const converted = await convertCommission(queryClient, commission, change.currency ?? terms.currency)
    finish(change, eventId, converted)
  }

  // A later change, or another quote, replaces one that still waits for its rate.
  const finish = useEventCallback((change: object, ofEvent: number, converted: string) => {
    if (latest.current !== change || ofEvent !== eventId) return
    setConversion(null)
    onEdit({ amount: converted })
  })
  // Adding a client takes a request; the terms may have changed since its press.
  const changeTerms = useEventCallback((change: Partial<QuoteTerms>) => void convert(change))
  return { changeTerms, isConverting: converting !== null }
}
