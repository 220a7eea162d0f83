import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import type { Tx } from '#api/db/transaction.ts'

export interface ManageContext {
  db: Db
  caller: Caller
}

/** Records a change of the catalogue in the audit log, in the transaction that makes it. */
export async function recordChange(
  tx: Tx,
  { caller }: Pick<ManageContext, 'caller'>,
  details: { action: string; what: string; subject: string },
): Promise<void> {
  await recordSecurityEvents(tx, { kind: 'catalogue.changed', caller, details })
}
