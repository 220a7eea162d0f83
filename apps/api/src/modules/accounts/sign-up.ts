import { takenTexts } from '@terrace/contracts/sign-up'
import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { constraintOf, inTransaction, type Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import type { AppError } from '../../shared/app-error.ts'
import type { Ids } from '../../shared/ids.ts'
import { claimEnvelope } from '../signing/index.ts'
import { accountErrors } from './accounts.errors.ts'
import { insertAccount } from './accounts.repo.ts'
import { findTaken } from './check-uniqueness.ts'
import { inHashSlot } from './hash-slots.ts'
import { hashPassword } from './password-hash.ts'
import { requestEmailVerification, verifyLinkOf } from './request-email-verification.ts'
import { readTradedCurrencies } from './sign-up-options.ts'

export interface SignUp {
  firstName: string
  lastName: string
  email: string
  username: string
  password: string
  phone: string
  /** The dial code, such as +41. */
  countryCode: string
  baseCurrencyId: number
  envelopeId: string
  referralCode: string | undefined
  /** Binds the signed document to this browser. */
  nonce: string | undefined
  caller: Caller
  /** The site that a letter would lead to; from `letterOrigin`. */
  siteOrigin: string | undefined
}

interface SignUpDeps {
  db: Db
  ids: Ids
  config: { approvesSignUps: boolean }
}

/**
 * Opens an account in a team of its own (product.md §8): pending until the operator approves it, or active at once where
 * the configuration says so. In both cases a letter asks for the e-mail address to be confirmed, which the operator waits
 * for (product.md §12). All or nothing: the signed document is used up only together with the account.
 */
export async function signUp(
  deps: SignUpDeps,
  request: SignUp,
): Promise<{ status: 'pending' | 'active'; isLetterSent: boolean }> {
  const { db, ids } = deps
  const { siteOrigin } = request
  const currencies = await readTradedCurrencies(db)
  const currency = currencies.find(({ id }) => id === request.baseCurrencyId)
  if (!currency) throw accountErrors.make('account.currency_unknown')
  // Told before the costly part; the unique indexes decide.
  const taken = await findTaken(db, request)
  if (taken.email || taken.username) throw takenError(taken)
  const passwordHash = await inHashSlot(() => hashPassword(request.password))
  const status = deps.config.approvesSignUps ? 'active' : 'pending'
  try {
    await inTransaction(db, async (tx) => {
      await useSignature(tx, request)
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
      })
      if (siteOrigin !== undefined)
        await requestEmailVerification({ tx, ids }, { accountId, verifyLink: verifyLinkOf(siteOrigin) })
      await recordEvents(tx, [
        { topic: 'account.signed_up', subject: accountId, payload: { accountId, status } },
      ])
      const { caller } = request
      await recordSecurityEvents(tx, {
        kind: 'account.signed_up',
        caller,
        accountId,
        teamId,
        facts: { status },
      })
    })
  } catch (error) {
    const constraint = constraintOf(error)
    const isEmail = constraint === 'accounts__email_taken_once'
    const isUsername = constraint === 'accounts__username_taken_once'
    if (isEmail || isUsername) throw takenError({ email: isEmail, username: isUsername }, error)
    throw error
  }
  return { status, isLetterSent: siteOrigin !== undefined }
}

async function useSignature(tx: Tx, { envelopeId, email, nonce }: SignUp): Promise<void> {
  const claimed = await claimEnvelope(tx, { envelopeId, email, nonce })
  if (claimed === 'ok') return
  const title =
    claimed === 'wrong_email'
      ? 'The terms were signed with another email address. Please sign them again'
      : undefined
  throw accountErrors.make('account.terms_not_signed', {
    ...(title !== undefined && { title }),
    details: { fields: { docusign_envelope_id: ['must be a document that you have just signed'] } },
  })
}

function takenError(taken: { email: boolean; username: boolean }, cause?: unknown): AppError {
  const fields = {
    ...(taken.email && { email: [takenTexts.email] }),
    ...(taken.username && { username: [takenTexts.username] }),
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
