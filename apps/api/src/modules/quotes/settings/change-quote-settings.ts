import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { assertOwner } from '#api/modules/teams/index.ts'
import { readQuoteSettings, writeQuoteSettings, type QuoteSettings } from './quote-settings.repo.ts'

/** Absent defaults stay as they are. */
export type ChangedSettings = Omit<QuoteSettings, 'defaults'> & {
  defaults: QuoteSettings['defaults'] | undefined
}

/** @throws `team.not_owner`. */
export async function changeQuoteSettings(
  { db }: { db: Db },
  by: AuthenticatedAccount,
  { settings: requested, caller }: { settings: ChangedSettings; caller: Caller },
): Promise<void> {
  const { teamId, accountId, sessionId } = by
  await inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    const before = await readQuoteSettings(tx, teamId)
    const settings = { ...requested, defaults: requested.defaults ?? before.defaults }
    const changed = [
      ...changedFields(before, { ...settings, defaults: before.defaults }),
      ...changedFields(before.defaults, settings.defaults).map((name) => `defaults.${name}`),
    ]
    if (changed.length === 0) return
    await writeQuoteSettings(tx, teamId, settings)
    await recordEvents(tx, [{ topic: 'quote_settings.changed', subject: teamId, payload: { teamId } }])
    await recordSecurityEvents(tx, {
      kind: 'team.quote_settings_changed',
      caller,
      actorId: accountId,
      teamId,
      sessionId,
      details: { changed: changed.join(', ') },
    })
  })
}

function changedFields(before: object, after: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (old.get(name) === value ? [] : [name]))
}
