import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { readOwnerIds } from '#api/modules/teams/index.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { ApplicationDeps } from '../save-application.ts'
import { sellerErrors } from '../seller-accounts.errors.ts'
import { lockSellerAccount, writeDetails } from '../seller-accounts.repo.ts'
import { accessChanged, bankSummary, changedFields } from './change-details.ts'
import { approveIdentities, clearChange } from './changes.repo.ts'

/** `since`: when the change that the operator read was requested, so that a newer request is not decided unread. */
export type ChangeDecision = { do: 'approve'; since: Date } | { do: 'decline'; since: Date; reason: string }

/**
 * Carries out an operator's decision about a change of details. After an approval, payouts go to the new account.
 * Every owner gets an email.
 * @throws `seller.not_found`, `seller.no_change`, `seller.newer_change`
 */
export async function decideChange(
  deps: ApplicationDeps,
  teamId: string,
  { decision, actor }: { decision: ChangeDecision; actor: Actor },
): Promise<void> {
  const { fieldCipher } = deps
  await inTransaction(deps.db, async (tx) => {
    const account = await lockSellerAccount(tx, fieldCipher, teamId)
    if (!account) throw sellerErrors.make('seller.not_found')
    if (!account.change) throw sellerErrors.make('seller.no_change')
    if (account.change.requestedAt.getTime() !== decision.since.getTime())
      throw sellerErrors.make('seller.newer_change')
    const now = deps.clock.now()
    const { details } = account.change
    const isApproved = decision.do === 'approve'
    if (isApproved) {
      await writeDetails(tx, fieldCipher, { teamId, details, now })
      await approveIdentities(tx, teamId)
    }
    await clearChange(tx, teamId, { note: isApproved ? null : decision.reason, now })
    const fields = changedFields(account.details, details)
    const isBankChanged = isApproved && fields.includes('bank account')
    const change = isApproved ? ('change_approved' as const) : ('change_declined' as const)
    const owners = await readOwnerIds(tx, teamId)
    await recordEvents(tx, [
      accessChanged(teamId),
      // Its email says where payouts go.
      ...owners.map((accountId) =>
        isBankChanged
          ? {
              topic: 'seller.bank_account_changed' as const,
              subject: teamId,
              payload: { accountId, teamId },
            }
          : {
              topic: 'seller.account_changed' as const,
              subject: teamId,
              payload: { accountId, teamId, change },
            },
      ),
    ])
    await recordChanges(
      tx,
      actor,
      { kind: 'seller.change_decided', teamId, details: { change, changed: fields.join(', ') } },
      ...(isBankChanged
        ? [
            {
              kind: 'seller.bank_account_changed' as const,
              teamId,
              details: { before: bankSummary(account.details), after: bankSummary(details) },
            },
          ]
        : []),
    )
  })
}
