import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { assertOwner } from '../teams/index.ts'
import { readQuoteSettings, writeQuoteSettings, type QuoteSettings } from './quote-settings.repo.ts'

/** Says how the team's quotes look and behave from now on. Throws `team.not_owner`. */
export async function changeQuoteSettings(
  { db }: { db: Db },
  by: SignedIn,
  { settings, caller }: { settings: QuoteSettings; caller: Caller },
): Promise<void> {
  const { teamId, accountId, sessionId } = by
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    const before = await readQuoteSettings(tx, teamId)
    const changed = Object.entries(settings).flatMap(([name, value]) =>
      Object.entries(before).some(([known, old]) => known === name && old !== value) ? [name] : [],
    )
    if (changed.length === 0) return
    await writeQuoteSettings(tx, teamId, settings)
    await recordEvents(tx, [{ topic: 'quote_settings.changed', subject: teamId, payload: { teamId } }])
    await recordSecurityEvents(tx, {
      kind: 'team.quote_settings_changed',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      facts: { changed: changed.join(', ') },
    })
  })
}
