import type { InternalDetailsChange } from '@terrace/contracts/internal-details'
import { assertExpectedTexts, changedText } from '#api/shared/expected-texts.ts'
import { changeUnderLock, type ChangeDeps, type QuoteCommand } from './change-quote.ts'
import { changeQuote } from './quote-changes.repo.ts'

/**
 * Changes the broker's reference and internal note, in every state of the quote. Clients see neither.
 * @throws `details.changed` when someone else changed them since
 */
export async function changeDetails(
  deps: ChangeDeps,
  command: QuoteCommand,
  { reference, internal_note: internalNote, expected }: InternalDetailsChange,
): Promise<void> {
  await changeUnderLock(
    deps,
    command,
    () => true,
    async ({ tx, quote }) => {
      const details = {
        reference: changedText(reference, quote.reference, expected),
        internalNote: changedText(internalNote, quote.internalNote, expected),
      }
      assertExpectedTexts(expected, {
        before: { reference: quote.reference, internal_note: quote.internalNote },
        after: { reference: details.reference, internal_note: details.internalNote },
      })
      await changeQuote(tx, quote.id, { internalDetails: details })
    },
  )
}
