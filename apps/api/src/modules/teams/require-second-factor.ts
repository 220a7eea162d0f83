import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { assertOwner } from './assert-owner.ts'
import { teamErrors } from './teams.errors.ts'
import { findTeamMembers, readSecondFactorStart, writeSecondFactorStart } from './teams.repo.ts'

/** Time that members have to set up a second factor. */
const graceDays = 7

/**
 * Requires a second factor of every member, or no longer. Members without one are emailed; after seven days they can do
 * nothing else than set one up. Returns from when it is required.
 * @throws `team.not_owner`, `team.second_factor_first` if the owner has none
 */
export async function requireSecondFactor(
  { db }: { db: Db },
  { accountId, teamId, sessionId }: AuthenticatedAccount,
  { isRequired, caller }: { isRequired: boolean; caller: Caller },
): Promise<Date | null> {
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, { teamId, accountId })
    const current = await readSecondFactorStart(tx, teamId)
    if (isRequired === (current !== null)) return current
    const context = { caller, actorId: accountId, teamId, sessionId }
    if (!isRequired) {
      await writeSecondFactorStart(tx, teamId, null)
      await recordSecurityEvents(tx, { kind: 'team.second_factor_optional', ...context, details: {} })
      return null
    }
    const members = await findTeamMembers(tx, teamId)
    if (!members.some(({ id, hasSecondFactor }) => id === accountId && hasSecondFactor))
      throw teamErrors.make('team.second_factor_first')
    const start = await writeSecondFactorStart(tx, teamId, graceDays)
    const from = start?.toISOString() ?? ''
    await recordEvents(
      tx,
      members
        .filter(({ status, hasSecondFactor }) => status === 'active' && !hasSecondFactor)
        .map(({ id }) => ({
          topic: 'account.second_factor_requested' as const,
          subject: id,
          payload: { accountId: id, from },
        })),
    )
    await recordSecurityEvents(tx, { kind: 'team.second_factor_required', ...context, details: { from } })
    return start
  })
}
