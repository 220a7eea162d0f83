import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { useState } from 'react'
import { onSessionEnd } from '#web/lib/http/session.ts'

/** Details that the team records with the order; not part of the payment. */
export interface PurchaseDetails {
  /** The typed text, which need not be a client of the book. */
  client: string
  clientId: string | null
  reference: string
  note: string
}

type DetailsQuote = Pick<WireQuote, 'id' | 'client_name' | 'reference'>

const storageKey = 'checkout-details'

interface SavedDetails extends PurchaseDetails {
  quoteId: string | undefined
}

/** Details of this tab's checkout, prefilled from its quote. They survive a reload. */
export function usePurchaseDetails(quote: DetailsQuote | undefined) {
  const [details, setDetails] = useState<PurchaseDetails>(
    () =>
      readDetails(quote?.id) ?? {
        client: quote?.client_name ?? '',
        clientId: null,
        reference: quote?.reference ?? '',
        note: '',
      },
  )
  function change(changes: Partial<PurchaseDetails>) {
    const changed = { ...details, ...changes }
    setDetails(changed)
    sessionStorage.setItem(storageKey, JSON.stringify({ ...changed, quoteId: quote?.id }))
  }
  return { details, change }
}

function readDetails(quoteId: string | undefined): PurchaseDetails | null {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return null
  // Only `usePurchaseDetails` writes this entry.
  const saved = JSON.parse(text) as SavedDetails
  return saved.quoteId === quoteId ? saved : null
}

/** Call once the order is placed: the next purchase starts empty. */
export function clearPurchaseDetails(): void {
  sessionStorage.removeItem(storageKey)
}

onSessionEnd(clearPurchaseDetails)

/** The details as fields of the checkout call. A name that the quote already has is left to the quote. */
export function detailsPayload({ client, clientId, reference, note }: PurchaseDetails, quoteClient: string) {
  const name = client.trim()
  return {
    ...(clientId !== null && { client_id: clientId }),
    ...(clientId === null && name !== quoteClient && { client_name: name }),
    ...(reference.trim() !== '' && { reference: reference.trim() }),
    ...(note.trim() !== '' && { internal_note: note.trim() }),
  }
}

/** 'Harbour Travel · PO 4711', shown while the step is closed. */
export function detailsSummary({ client, reference, note }: PurchaseDetails): string {
  const parts = [client.trim(), reference.trim(), note.trim() === '' ? '' : 'with a note']
  return parts.filter((part) => part !== '').join(' · ') || 'None'
}
