import { createHash } from 'node:crypto'
import type { WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { findAccount, openSession, type Account, type DeviceCookie } from '#api/modules/accounts/index.ts'
import { findLinkedAccount, linkAccount } from './linked-account.ts'
import { nonceSeconds, type HandoverNonce } from './handover-nonce.ts'
import { introspectToken, readRawToken } from './introspect-token.ts'
import { readCode } from './read-code.ts'
import { insertRedemption, isRedeemed } from './redemptions.repo.ts'
import { HandoverError } from './handover-error.ts'

export interface HandoverDeps {
  db: Db
  ids: Ids
  clock: Clock
}

export interface Handover {
  /** Session cookie: a code, or the raw token of a legacy site. */
  session: string
  nonce: HandoverNonce
  /** Our origin that the call came from. */
  origin: string
}

interface RedeemHandover extends Handover {
  /** The session in this browser. */
  current: AuthenticatedAccount | undefined
  /** From the {@link AccountQuestion} the user confirmed. */
  confirm: string | undefined
  caller: Caller
  /** Known devices that the browser proves, of any account. */
  devices: readonly DeviceCookie[]
}

/** The user must confirm first. */
interface AccountQuestion {
  kind: 'question'
  confirm: string
  from: Account | undefined
  to: Account
}

interface RedeemedHandover {
  kind: 'redeemed'
  account: Account
  token: string
  ended: string[]
  deviceEpoch: number
}

/** The code is used up, and the login needs the account's second factor. */
interface SecondFactorDue {
  kind: 'second_factor'
  prompt: WireSecondFactorPrompt
}

/**
 * Redeems a handover for a new session. Of concurrent redemptions of one code exactly one succeeds, and another
 * account's session is never replaced without a question.
 * @throws {@link HandoverError}
 */
export async function redeemHandover(
  deps: HandoverDeps,
  { current, confirm, caller, devices, ...handover }: RedeemHandover,
): Promise<AccountQuestion | SecondFactorDue | RedeemedHandover> {
  const { db, ids } = deps
  const { issuer } = handover.nonce
  const proof = await verifyProof(deps, handover)
  const redemption = { issuer: issuer.id, codeHash: proof.hash, expiresAt: proof.expiresAt }
  if (await isRedeemed(db, redemption)) throw new HandoverError('replayed')

  // Role and team come from our own tables, never from the other site.
  const account = await findLinkedAccount(db, issuer, proof.subject)
  if (account?.status !== 'active') throw new HandoverError('no_account')
  const isOther = current !== undefined && current.accountId !== account.id
  const confirmation = proof.hash.toString('base64url')
  if ((isOther || !proof.isBound) && confirm !== confirmation) {
    const from = current && (await findAccount(db, current.accountId))
    return { kind: 'question', confirm: confirmation, from, to: account }
  }

  const session = await inTransaction(db, async (tx) => {
    const opened = await openSession(tx, ids, { accountId: account.id, replaced: current, caller, devices })
    if (!opened) throw new HandoverError('no_account')
    const sessionId = 'id' in opened ? opened.id : undefined
    // The primary key decides the race; losers roll back with their sessions.
    if (!(await insertRedemption(tx, { ...redemption, ...(sessionId !== undefined && { sessionId }) })))
      throw new HandoverError('replayed')
    if (!(await linkAccount(tx, { issuer, subject: proof.subject, account, caller })))
      throw new HandoverError('no_account')
    await recordSecurityEvents(tx, {
      kind: 'handover.redeemed',
      caller,
      actorId: account.id,
      accountId: account.id,
      teamId: account.teamId,
      sessionId,
      details: { issuer: issuer.id },
    })
    return opened
  })
  if ('secondFactor' in session) return { kind: 'second_factor', prompt: session.secondFactor }
  const { token, ended, deviceEpoch } = session
  return { kind: 'redeemed', account, token, ended, deviceEpoch }
}

/** Consumes the code without a session. */
export async function declineHandover(deps: HandoverDeps, handover: Handover): Promise<void> {
  const { expiresAt, hash } = await verifyProof(deps, handover)
  await insertRedemption(deps.db, { issuer: handover.nonce.issuer.id, codeHash: hash, expiresAt })
}

interface Proof {
  /** The user of the other site, by its id there. */
  subject: string
  hash: Buffer
  expiresAt: Date
  /** Issued for this browser. */
  isBound: boolean
}

async function verifyProof({ clock }: HandoverDeps, { session, nonce, origin }: Handover): Promise<Proof> {
  const { issuer, state } = nonce
  const isCode = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(session)
  if (isCode || !issuer.introspection) {
    const code = await readCode(session, { issuer, clock, origin, state })
    return { subject: code.subject, hash: digest(code.id), expiresAt: code.expiresAt, isBound: true }
  }
  const token = readRawToken(session)
  const subject = await introspectToken(issuer, token, clock.now())
  // A legacy site reuses its tokens, so the token is consumed for this handover only. Another person may have set the
  // cookie, so the user must confirm.
  return {
    subject,
    hash: digest(`${state} ${token}`),
    expiresAt: new Date(clock.now().getTime() + nonceSeconds * 1000),
    isBound: false,
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
