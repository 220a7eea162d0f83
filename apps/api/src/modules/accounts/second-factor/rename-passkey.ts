import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { writePasskeyName } from './passkeys.repo.ts'

/** @throws `factor.passkey_not_found`, also for a passkey of another account */
export async function renamePasskey(
  { db }: { db: Db },
  { accountId, teamId, sessionId }: AuthenticatedAccount,
  { id, name, caller }: { id: string; name: string; caller: Caller },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await writePasskeyName(tx, { accountId, id, name })))
      throw accountErrors.make('factor.passkey_not_found')
    await recordSecurityEvents(tx, {
      kind: 'factor.passkey_renamed',
      caller,
      actorId: accountId,
      accountId,
      teamId,
      sessionId,
      details: { passkey_id: id },
    })
  })
}
