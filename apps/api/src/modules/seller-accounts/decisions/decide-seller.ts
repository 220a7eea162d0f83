import { isDecidable } from '@terrace/domain/sellers/seller-application'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { SellerAccountChange } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { ApplicationDeps } from '../save-application.ts'
import {
  ensureSellerAccount,
  grantSelling,
  lockSellerAccount,
  writeLimits,
  writeState,
  writeSuspension,
  type Limits,
  type SellerAccount,
} from '../seller-accounts.repo.ts'
import { lockLimitsForDecision } from '../limits/headroom.repo.ts'
import { sellerErrors } from '../seller-accounts.errors.ts'
import { canTeamSell, readOwnerIds } from '#api/modules/teams/index.ts'

export type Decision =
  | { do: 'approve'; limits: Limits }
  | { do: 'decline'; reason: string; mayApplyAgain: boolean }
  | { do: 'ask'; text: string }
  | { do: 'limits'; limits: Limits }
  | { do: 'suspend'; reason: string }
  | { do: 'resume' }

const changes: Readonly<Record<Decision['do'], SellerAccountChange>> = {
  approve: 'approved',
  decline: 'declined',
  ask: 'information_wanted',
  limits: 'limits_changed',
  suspend: 'suspended',
  resume: 'resumed',
}

/**
 * Carries out an operator's decision about a seller or its application. Two decisions at the same time are carried out one
 * after the other. Every owner of the team gets an email, and open pages of the team reload.
 * @throws `seller.not_found`, `seller.wrong_state`
 */
export async function decideSeller(
  deps: ApplicationDeps,
  teamId: string,
  { decision, actor }: { decision: Decision; actor: Actor },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockLimitsForDecision(tx, teamId)
    const account = await lockSeller(tx, deps, teamId)
    const now = deps.clock.now()
    await carryOut(tx, account, { decision, now })
    const change = changes[decision.do]
    const owners = await readOwnerIds(tx, teamId)
    await recordEvents(tx, [
      { topic: 'team.access_changed', subject: teamId, payload: { teamId } },
      ...owners.map((accountId) => ({
        topic: 'seller.account_changed' as const,
        subject: teamId,
        payload: { accountId, teamId, change },
      })),
    ])
    await recordChanges(tx, actor, {
      kind: 'seller.account_changed',
      teamId,
      details: { change, before: limitsOf(account), after: limitsOf(account, decision) },
    })
  })
}

/** Locks the team's row. A seller that an operator added without an application gets its row here. */
async function lockSeller(tx: Tx, deps: ApplicationDeps, teamId: string): Promise<SellerAccount> {
  if (await canTeamSell(tx, teamId))
    await ensureSellerAccount(tx, { teamId, state: 'approved', now: deps.clock.now() })
  const account = await lockSellerAccount(tx, deps.fieldCipher, teamId)
  if (!account) throw sellerErrors.make('seller.not_found')
  return account
}

async function carryOut(
  tx: Tx,
  account: SellerAccount,
  { decision, now }: { decision: Decision; now: Date },
): Promise<void> {
  const { teamId, state } = account
  const requireState = (isRight: boolean, requirement: string) => {
    if (!isRight)
      throw sellerErrors.make('seller.wrong_state', {
        title: `The application is ${state.replaceAll('_', ' ')}; ${requirement}`,
      })
  }
  const requireUndecided = () => requireState(isDecidable(state), 'it must wait for a decision')
  switch (decision.do) {
    case 'approve':
      requireUndecided()
      await writeState(tx, teamId, { state: 'approved', now })
      await writeLimits(tx, teamId, decision.limits)
      return grantSelling(tx, teamId)
    case 'decline': {
      requireUndecided()
      const { reason: operatorNote, mayApplyAgain } = decision
      return writeState(tx, teamId, { state: 'declined', now, operatorNote, mayApplyAgain })
    }
    case 'ask':
      requireUndecided()
      return writeState(tx, teamId, { state: 'information_wanted', now, operatorNote: decision.text })
    case 'limits':
      requireState(state === 'approved', 'it must be approved')
      return writeLimits(tx, teamId, decision.limits)
    case 'suspend':
      requireState(state === 'approved', 'it must be approved')
      return writeSuspension(tx, teamId, { at: now, reason: decision.reason })
    case 'resume':
      requireState(account.suspendedAt !== null, 'its team is not suspended')
      return writeSuspension(tx, teamId, null)
    default:
      return decision satisfies never
  }
}

function limitsOf(account: SellerAccount, decision?: Decision) {
  const limits = decision && 'limits' in decision ? decision.limits : account
  return {
    exposure_minor: limits.exposureLimitMinor,
    exposure_currency: limits.exposureCurrency,
    unconfirmed: limits.undeliveredLimit,
  }
}
