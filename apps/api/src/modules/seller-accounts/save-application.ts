import type { SellerDetailsInput } from '@terrace/contracts/seller-account'
import { isEditable } from '@terrace/domain/sellers/seller-application'
import { actorOf } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { assertOwner } from '#api/modules/teams/index.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { commonErrors, invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { FastifyRequest } from 'fastify'
import { findDocuments } from './documents.repo.ts'
import {
  ensureSellerAccount,
  lockSellerAccount,
  readKnownValues,
  writeAgreedTerms,
  writeDetails,
  writeState,
  type SellerAccount,
} from './seller-accounts.repo.ts'
import { sellerErrors } from './seller-accounts.errors.ts'
import { assertDetails, detailProblems, withInput } from './seller-details.ts'
import { sellerTerms } from './seller-terms.ts'

const documentMissing = 'add at least one, such as the registration of the company'
const termsChanged = 'the seller terms have changed. Read them and agree again'

export interface ApplicationDeps {
  db: Db
  clock: Clock
  fieldCipher: FieldCipher
  config: { brand: string }
}

/**
 * Locks the team's application, and creates it for a team that begins.
 * @throws `seller.not_editable` while it is submitted, or once it is decided
 */
export async function lockEditable(
  tx: Tx,
  { clock, fieldCipher }: Pick<ApplicationDeps, 'clock' | 'fieldCipher'>,
  teamId: string,
): Promise<SellerAccount> {
  await ensureSellerAccount(tx, { teamId, state: 'draft', now: clock.now() })
  const account = await lockSellerAccount(tx, fieldCipher, teamId)
  if (!account || !isEditable(account.state, account.mayApplyAgain))
    throw sellerErrors.make('seller.not_editable')
  return account
}

/** Saves the given fields. A declined application becomes a draft again. */
export async function saveApplication(
  deps: ApplicationDeps,
  by: AuthenticatedAccount,
  input: SellerDetailsInput,
): Promise<void> {
  if (by.role === 'operator' || by.canSell) throw commonErrors.make('session.forbidden')
  const { teamId } = by
  await inTransaction(deps.db, async (tx) => {
    await assertOwner(tx, by)
    const account = await lockEditable(tx, deps, teamId)
    const details = withInput(account.details, input)
    assertDetails(details, await readKnownValues(tx), { isComplete: false })
    const now = deps.clock.now()
    await writeDetails(tx, deps.fieldCipher, { teamId, details, now })
    if (account.state === 'declined') await writeState(tx, teamId, { state: 'draft', now })
  })
}

/**
 * Hands the application to the operators, with the team's agreement to the seller terms.
 * @throws `input.invalid` that names what is missing
 */
export async function submitApplication(
  deps: ApplicationDeps,
  by: AuthenticatedAccount,
  { termsVersion, request }: { termsVersion: string; request: FastifyRequest },
): Promise<void> {
  const { teamId } = by
  if (by.role === 'operator' || by.canSell) throw sellerErrors.make('seller.not_editable')
  await inTransaction(deps.db, async (tx) => {
    await assertOwner(tx, by)
    const account = await lockEditable(tx, deps, teamId)
    const problems = detailProblems(account.details, await readKnownValues(tx), { isComplete: true })
    const { length } = await findDocuments(tx, teamId)
    const { version } = sellerTerms(deps.config.brand)
    const outdated: Record<string, string[]> =
      termsVersion === version ? {} : { terms_version: [termsChanged] }
    const missing: Record<string, string[]> = length === 0 ? { documents: [documentMissing] } : {}
    // All at once, so that the applicant need not submit twice to learn of the documents.
    const invalid = { ...problems, ...outdated }
    if (Object.keys(invalid).length > 0) throw invalidInput({ ...invalid, ...missing })
    if (length === 0) {
      throw sellerErrors.make('seller.incomplete', {
        title: `documents: ${documentMissing}`,
        details: { fields: missing },
      })
    }
    const now = deps.clock.now()
    await writeState(tx, teamId, { state: 'submitted', now, isSubmission: true })
    await writeAgreedTerms(tx, teamId, { version, now })
    await recordEvents(tx, [{ topic: 'seller.application_submitted', subject: teamId, payload: { teamId } }])
    await recordChanges(tx, actorOf(by, request), {
      kind: 'seller.application_submitted',
      teamId,
      details: { documents: length, terms_version: version },
    })
  })
}
