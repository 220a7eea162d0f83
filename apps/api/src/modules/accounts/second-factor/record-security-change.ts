import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { SecurityEvent } from '#api/audit/security-event.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { SecurityChange } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'

/** Records a change of an account's factors in the audit log, and emails the account's owner. */
export async function recordSecurityChange(
  tx: Tx,
  { change, ...event }: SecurityEvent & { change: SecurityChange; accountId: string },
): Promise<void> {
  const { accountId } = event
  await recordEvents(tx, [
    { topic: 'account.security_changed', subject: accountId, payload: { accountId, change } },
  ])
  await recordSecurityEvents(tx, event)
}
