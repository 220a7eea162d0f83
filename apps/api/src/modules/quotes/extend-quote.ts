import { changeUnderLock, endAfter, type ChangeDeps, type ToQuote } from './change-quote.ts'
import { moveEnd, unlessOver } from './prolong-quote.ts'

/** Lets one that stands end so many hours from now; never earlier than it would have. */
export async function extendQuote(deps: ChangeDeps, to: ToQuote, hours: number): Promise<void> {
  await changeUnderLock(deps, to, unlessOver('extend'), async (changing) => {
    const { quote, now } = changing
    const expiresAt = endAfter(hours, quote, now)
    if (expiresAt <= quote.expiresAt) return
    await moveEnd(changing, to, { what: 'extended', hours, expiresAt })
  })
}
