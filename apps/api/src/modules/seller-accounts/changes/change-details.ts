import type { SellerDetailsChangeInput } from '@terrace/contracts/seller-account'
import { actorOf, type Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertOwner, canTeamSell, readOwnerIds } from '#api/modules/teams/index.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { FastifyRequest } from 'fastify'
import { bankIdentity, lastFour } from '../bank-account.ts'
import type { ApplicationDeps } from '../save-application.ts'
import { sellerErrors } from '../seller-accounts.errors.ts'
import {
  ensureSellerAccount,
  lockSellerAccount,
  readKnownValues,
  writeDetails,
  type SellerAccount,
} from '../seller-accounts.repo.ts'
import { detailProblems, withInput, type SellerDetails } from '../seller-details.ts'
import { clearChange, writeChange } from './changes.repo.ts'

/**
 * Changes the details of a seller. A change that affects payouts (bank account, tax number or country) waits as a whole for
 * an operator's decision, and the approved details apply until then. Owners get an email. Requesting the waiting change again
 * has no effect.
 * @throws `seller.not_approved`, `input.invalid` that names the fields
 */
export async function changeDetails(
  deps: ApplicationDeps,
  by: AuthenticatedAccount,
  { input, request }: { input: SellerDetailsChangeInput; request: FastifyRequest },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const account = await lockSellingAccount(tx, deps, by)
    const details = withInput(account.change?.details ?? account.details, input)
    await assertChange(tx, details, input)
    const fields = changedFields(account.details, details)
    if (fields.length === 0) throw sellerErrors.make('seller.nothing_changed')
    // The operator decides the request that was read, so a repeated one leaves it as it is.
    if (account.change && changedFields(account.change.details, details).length === 0) return
    const actor = actorOf(by, request)
    const change = { teamId: by.teamId, details, now: deps.clock.now() }
    if (fields.every((field) => field === 'address')) {
      await writeDetails(tx, deps.fieldCipher, change)
      if (account.change) await clearChange(tx, by.teamId, { note: null, now: change.now })
      return recordAppliedChange(tx, actor, by.teamId)
    }
    await writeChange(tx, deps.fieldCipher, change)
    await recordRequest(tx, actor, { account, details, fields })
  })
}

/** Ends a change that waits for an operator. @throws `seller.no_change` */
export async function withdrawChange(
  deps: ApplicationDeps,
  by: AuthenticatedAccount,
  request: FastifyRequest,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const account = await lockSellingAccount(tx, deps, by)
    if (!account.change) throw sellerErrors.make('seller.no_change')
    await clearChange(tx, by.teamId, { note: null, now: deps.clock.now() })
    await recordEvents(tx, [accessChanged(by.teamId)])
    await recordChanges(tx, actorOf(by, request), {
      kind: 'seller.change_withdrawn',
      teamId: by.teamId,
      details: {},
    })
  })
}

/** Locks the team's row. A seller that an operator added without an application gets its row here. */
async function lockSellingAccount(
  tx: Tx,
  { clock, fieldCipher }: ApplicationDeps,
  by: AuthenticatedAccount,
): Promise<SellerAccount> {
  const { teamId } = by
  await assertOwner(tx, by)
  if (await canTeamSell(tx, teamId))
    await ensureSellerAccount(tx, { teamId, state: 'approved', now: clock.now() })
  const account = await lockSellerAccount(tx, fieldCipher, teamId)
  if (account?.state !== 'approved') throw sellerErrors.make('seller.not_approved')
  return account
}

/** Only what the caller sends must be complete: a seller that an operator added may have no other details. */
async function assertChange(tx: Tx, details: SellerDetails, input: SellerDetailsChangeInput): Promise<void> {
  const sent = [
    ...(input.bank_account === undefined ? [] : ['bank_account']),
    // Whether a tax number is valid depends on the country.
    ...(input.address === undefined ? [] : ['address', 'tax_number']),
    ...(input.tax_number === undefined ? [] : ['tax_number']),
  ]
  const problems = detailProblems(details, await readKnownValues(tx), { isComplete: true })
  const fields = Object.entries(problems).filter(([name]) =>
    sent.some((part) => name === part || name.startsWith(`${part}.`)),
  )
  if (fields.length > 0) throw invalidInput(Object.fromEntries(fields))
}

export type ChangedField = 'bank account' | 'tax number' | 'country' | 'address'

/** The fields in which the details differ. An address in another country differs in `country` and in `address`. */
export function changedFields(before: SellerDetails, after: SellerDetails): ChangedField[] {
  const isOther = (left: unknown, right: unknown) => JSON.stringify(left) !== JSON.stringify(right)
  const bank = ({ bankAccount }: SellerDetails) =>
    bankAccount && [bankIdentity(bankAccount), bankAccount.holder]
  const changes: [ChangedField, boolean][] = [
    ['bank account', isOther(bank(before), bank(after))],
    ['tax number', before.taxNumber !== after.taxNumber],
    ['country', before.address.country !== after.address.country],
    ['address', isOther(Object.values(before.address), Object.values(after.address))],
  ]
  return changes.flatMap(([field, isChanged]) => (isChanged ? [field] : []))
}

/** The bank account of details, as the audit log shows it. */
export const bankSummary = ({ bankAccount }: SellerDetails) => ({
  country: bankAccount?.country ?? null,
  last4: bankAccount && lastFour(bankAccount),
})

/** The event upon which open pages of the team reload. */
export const accessChanged = (teamId: string) => ({
  topic: 'team.access_changed' as const,
  subject: teamId,
  payload: { teamId },
})

async function recordAppliedChange(tx: Tx, actor: Actor, teamId: string): Promise<void> {
  const change = 'details_changed' as const
  await recordEvents(tx, [
    accessChanged(teamId),
    ...(await readOwnerIds(tx, teamId)).map((accountId) => ({
      topic: 'seller.account_changed' as const,
      subject: teamId,
      payload: { accountId, teamId, change },
    })),
  ])
  await recordChanges(tx, actor, { kind: 'seller.details_changed', teamId, details: { changed: 'address' } })
}

async function recordRequest(
  tx: Tx,
  actor: Actor,
  { account, details, fields }: { account: SellerAccount; details: SellerDetails; fields: ChangedField[] },
): Promise<void> {
  const { teamId } = account
  await recordEvents(tx, [
    accessChanged(teamId),
    { topic: 'seller.change_submitted', subject: teamId, payload: { teamId } },
    ...(await readOwnerIds(tx, teamId)).map((accountId) => ({
      topic: 'seller.change_requested' as const,
      subject: teamId,
      payload: { accountId, teamId },
    })),
  ])
  await recordChanges(tx, actor, {
    kind: 'seller.change_requested',
    teamId,
    details: {
      changed: fields.join(', '),
      before: bankSummary(account.details),
      after: bankSummary(details),
    },
  })
}
