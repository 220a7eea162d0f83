import { noteKinds } from '@terrace/domain/listing-notes'
import type { NoteFact } from '#web/features/listings/listing-facts.ts'
import type { Offered } from './offer-words.ts'

/** What stands with an offer besides its facts, hospitality first; of a kind that is not known, as information. */
export function noteFacts({ notes, hospitality }: Offered): NoteFact[] {
  const told = notes.map(({ kind, text }) => ({
    kind: noteKinds.find((each) => each === kind) ?? ('information' as const),
    text,
  }))
  return hospitality ? [{ kind: 'benefit', text: 'Hospitality' }, ...told] : told
}
