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

/** Whether clients would write to someone else, or the team would earn something else. */
export function changesMoneyOrContact(before: QuoteSettings, after: ChangedSettings): boolean {
  const { defaults = before.defaults } = after
  return (
    before.contactEmail !== after.contactEmail ||
    before.contactPhone !== after.contactPhone ||
    before.defaults.commissionMethod !== defaults.commissionMethod ||
    before.defaults.commission !== defaults.commission
  )
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
      details: {
        changed: changed.join(', '),
        ...auditedValues(before, settings, changed),
      },
    })
  })
}

/** Settings about money and stock; the log has their values too. */
const auditedSettings = {
  holdsOnAccept: (settings: QuoteSettings) => settings.holdsOnAccept,
  maxHeldOnAccept: (settings: QuoteSettings) => settings.maxHeldOnAccept,
  'defaults.commissionMethod': ({ defaults }: QuoteSettings) => defaults.commissionMethod,
  'defaults.commission': ({ defaults }: QuoteSettings) => defaults.commission,
  'defaults.currency': ({ defaults }: QuoteSettings) => defaults.currency,
}

function auditedValues(before: QuoteSettings, after: QuoteSettings, changed: readonly string[]) {
  const audited = Object.entries(auditedSettings).filter(([name]) => changed.includes(name))
  const valuesOf = (settings: QuoteSettings) =>
    Object.fromEntries(audited.map(([name, read]) => [name, read(settings)]))
  return audited.length === 0 ? {} : { before: valuesOf(before), after: valuesOf(after) }
}

function changedFields(before: object, after: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) => (old.get(name) === value ? [] : [name]))
}
