import { noteKinds } from '@terrace/domain/tickets/listing-notes'
import type { ListingNote } from '#web/features/listings/row/listing-details.ts'
import type { OfferDetails } from './offer-copy.ts'

/** Notes of an offer, hospitality first. Notes of an unknown kind count as information. */
export function offerNotes({ notes, hospitality }: OfferDetails): ListingNote[] {
  const listedNotes = notes.map(({ kind, text }) => ({
    kind: noteKinds.find((each) => each === kind) ?? ('information' as const),
    text,
  }))
  return hospitality ? [{ kind: 'benefit', text: 'Hospitality' }, ...listedNotes] : listedNotes
}
