import { takenMessages } from '@terrace/contracts/sign-up'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { SignUpLimits } from '#api/config/security.ts'
import type { Db } from '#api/db/client.ts'
import { constraintOf, inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { AppError } from '#api/shared/app-error.ts'
import type { Ids } from '#api/shared/ids.ts'
import { claimEnvelope } from '#api/modules/signing/index.ts'
import { accountErrors } from '../accounts.errors.ts'
import { insertAccount } from '../accounts.repo.ts'
import { findTakenCredentials } from './find-taken-credentials.ts'
import { withHashPermit } from '../passwords/hash-limit.ts'
import { assertNotGuessable } from '../passwords/assert-not-guessable.ts'
import { isShortPassword } from '../passwords/short-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { requestEmailVerification, verifyLinkOf } from '../email-verification/request-email-verification.ts'
import { assertSignUpAllowed, countSignUp, signUpOrigin } from './sign-up-limits.ts'
import { readCurrenciesWithRate } from './sign-up-options.ts'

export interface SignUp {
  firstName: string
  lastName: string
  email: string
  username: string
  password: string
  phone: string
  /** Dial code, such as +41. */
  countryCode: string
  baseCurrencyId: number
  envelopeId: string
  referralCode: string | undefined
  /** Binds the signed document to this browser. */
  nonce: string | undefined
  caller: Caller
  /** Site that email links point to; from `emailLinkOrigin`. */
  siteOrigin: string | undefined
}

interface SignUpDeps {
  db: Db
  ids: Ids
  config: { autoApprovesSignUps: boolean; signUpLimits: SignUpLimits }
}

/**
 * Opens an account in a new team (product.md §8). It is pending until an operator approves it, or active at once if
 * the configuration says so. An email asks to confirm the address. All or nothing: the signed document is claimed
 * only together with the account.
 */
export async function signUp(
  deps: SignUpDeps,
  request: SignUp,
): Promise<{ status: 'pending' | 'active'; isEmailSent: boolean }> {
  const { db, ids } = deps
  const { siteOrigin } = request
  const currencies = await readCurrenciesWithRate(db)
  const currency = currencies.find(({ id }) => id === request.baseCurrencyId)
  if (!currency) throw accountErrors.make('account.currency_unknown')
  assertNotGuessable(request.password, [request.firstName, request.lastName, request.username, request.email])
  const { caller } = request
  const origin = signUpOrigin(request.email, caller)
  // Fail early, before the expensive hash. The unique indexes and the counts under their locks decide.
  await assertSignUpAllowed(deps, db, origin, caller)
  const taken = await findTakenCredentials(db, request)
  if (taken.email || taken.username) throw credentialsTakenError(taken)
  const passwordHash = await withHashPermit(() => hashPassword(request.password))
  const status = deps.config.autoApprovesSignUps ? 'active' : 'pending'
  try {
    await inTransaction(db, async (tx) => {
      await countSignUp(deps, tx, origin, caller)
      await claimSignedEnvelope(tx, request)
      const teamId = ids.next('tm')
      const accountId = ids.next('usr')
      await insertTeam(tx, { id: teamId, currency: currency.code, request })
      await insertAccount(tx, {
        ...request,
        id: accountId,
        teamId,
        teamRole: 'owner',
        role: 'buyer',
        status,
        isEmailVerified: false,
        passwordHash,
        hasShortPassword: isShortPassword(request.password),
      })
      if (siteOrigin !== undefined)
        await requestEmailVerification({ tx, ids }, { accountId, verifyLink: verifyLinkOf(siteOrigin) })
      await recordEvents(tx, [
        { topic: 'account.signed_up', subject: accountId, payload: { accountId, status } },
      ])
      await recordSecurityEvents(tx, {
        kind: 'account.signed_up',
        caller,
        accountId,
        teamId,
        details: { status },
      })
    })
  } catch (error) {
    const constraint = constraintOf(error)
    const isEmail = constraint === 'accounts__email_unique'
    const isUsername = constraint === 'accounts__username_unique'
    if (isEmail || isUsername) throw credentialsTakenError({ email: isEmail, username: isUsername }, error)
    throw error
  }
  return { status, isEmailSent: siteOrigin !== undefined }
}

async function claimSignedEnvelope(tx: Tx, { envelopeId, email, nonce }: SignUp): Promise<void> {
  const claimed = await claimEnvelope(tx, { envelopeId, email, nonce })
  if (claimed === 'ok') return
  const title =
    claimed === 'wrong_email'
      ? 'The terms were signed with a different email address. Sign them again'
      : undefined
  throw accountErrors.make('account.terms_not_signed', {
    ...(title !== undefined && { title }),
    details: { fields: { docusign_envelope_id: ['must be a document you just signed'] } },
  })
}

function credentialsTakenError(taken: { email: boolean; username: boolean }, cause?: unknown): AppError {
  const fields = {
    ...(taken.email && { email: [takenMessages.email] }),
    ...(taken.username && { username: [takenMessages.username] }),
  }
  return accountErrors.make('account.taken', {
    title: Object.values(fields).flat().join('\n'),
    details: { fields },
    cause,
  })
}

async function insertTeam(
  tx: Tx,
  { id, currency, request }: { id: string; currency: string; request: SignUp },
): Promise<void> {
  await tx
    .insertInto('teams')
    .values({
      id,
      name: `${request.firstName} ${request.lastName}`,
      email: request.email,
      base_currency: currency,
    })
    .execute()
}
