import { changeUnderLock, endAfter, type ChangeDeps, type QuoteCommand } from './change-quote.ts'
import { setExpiry, isAllowedWhileOnSale } from './set-quote-expiry.ts'

/** Extends an open quote to `hours` from now; never shortens it. */
export async function extendQuote(deps: ChangeDeps, command: QuoteCommand, hours: number): Promise<void> {
  await changeUnderLock(deps, command, isAllowedWhileOnSale('extend'), async (context) => {
    const { quote, now } = context
    const expiresAt = endAfter(hours, quote, now)
    if (expiresAt <= quote.expiresAt) return
    await setExpiry(context, command, { event: 'extended', hours, expiresAt })
  })
}
