import { changeUnderLock, type ChangeDeps, type QuoteCommand } from './change-quote.ts'
import { changeQuote } from './quote-changes.repo.ts'

/** Replaces the broker's reference and internal note, in every state of the quote. Clients see neither. */
export async function changeDetails(
  deps: ChangeDeps,
  command: QuoteCommand,
  {
    reference,
    internal_note: internalNote,
  }: { reference?: string | undefined; internal_note?: string | undefined },
): Promise<void> {
  await changeUnderLock(
    deps,
    command,
    () => true,
    ({ tx, quote }) =>
      changeQuote(tx, quote.id, {
        internalDetails: { reference: reference || null, internalNote: internalNote || null },
      }),
  )
}
