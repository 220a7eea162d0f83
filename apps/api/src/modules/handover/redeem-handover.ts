import { createHash } from 'node:crypto'
import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Ids } from '../../shared/ids.ts'
import { findAccount, findVouchedFor, openSession, type Account } from '../accounts/index.ts'
import { nonceSeconds, type HandoverNonce } from './handover-nonce.ts'
import { introspectToken, readRawToken } from './introspect-token.ts'
import { readCode } from './read-code.ts'
import { insertRedemption, isRedeemed } from './redemptions.repo.ts'
import { Refusal } from './refusal.ts'

export interface HandoverDeps {
  db: Db
  ids: Ids
  clock: Clock
}

export interface Handover {
  /** Value of the session cookie: a code, or an old site's raw token. */
  session: string
  nonce: HandoverNonce
  /** The site's own origin that the call came from. */
  origin: string
}

interface RedeemHandover extends Handover {
  /** Who is logged in in this browser. */
  current: SignedIn | undefined
  /** What was agreed to, see {@link Question}. */
  confirm: string | undefined
  caller: Caller
}

/** A person must agree first. */
interface Question {
  kind: 'question'
  confirm: string
  from: Account | undefined
  to: Account
}

interface Redeemed {
  kind: 'redeemed'
  account: Account
  token: string
  ended: string[]
}

/**
 * Redeems what another site handed over for a new session of ours; of any number of redemptions of one code at the same
 * moment one succeeds (wire.md §6.2). Nobody else's session is replaced without a question. Throws {@link Refusal}.
 */
export async function redeemHandover(
  deps: HandoverDeps,
  { current, confirm, caller, ...handover }: RedeemHandover,
): Promise<Question | Redeemed> {
  const { db, ids } = deps
  const { issuer } = handover.nonce
  const proof = await prove(deps, handover)
  const redemption = { issuer: issuer.id, codeHash: proof.hash, expiresAt: proof.expiresAt }
  if (await isRedeemed(db, redemption)) throw new Refusal('replayed')

  // Role and everything else of the account come from our own tables, never from the other site.
  const account = await findVouchedFor(db, issuer.subject, proof.subject)
  if (account?.status !== 'active') throw new Refusal('no_account')
  const isOther = current !== undefined && current.accountId !== account.id
  const agreed = proof.hash.toString('base64url')
  if ((isOther || !proof.isBound) && confirm !== agreed) {
    const from = current && (await findAccount(db, current.accountId))
    return { kind: 'question', confirm: agreed, from, to: account }
  }

  const session = await inTransaction(db, async (tx) => {
    const opened = await openSession(tx, ids, { accountId: account.id, instead: current, caller })
    if (!opened) throw new Refusal('no_account')
    // The primary key decides who is first; the others roll back with their sessions.
    if (!(await insertRedemption(tx, { ...redemption, sessionId: opened.id }))) throw new Refusal('replayed')
    await recordSecurityEvents(tx, {
      kind: 'handover.redeemed',
      caller,
      actorId: account.id,
      accountId: account.id,
      teamId: account.teamId,
      sessionId: opened.id,
      facts: { issuer: issuer.id },
    })
    return opened
  })
  return { kind: 'redeemed', account, token: session.token, ended: session.ended }
}

/** Uses the code up without a session. What is no good code needs no using up. */
export async function declineHandover(deps: HandoverDeps, handover: Handover): Promise<void> {
  const { expiresAt, hash } = await prove(deps, handover)
  await insertRedemption(deps.db, { issuer: handover.nonce.issuer.id, codeHash: hash, expiresAt })
}

interface Proof {
  /** What the account is called by. */
  subject: string
  hash: Buffer
  expiresAt: Date
  /** It was made for this browser. */
  isBound: boolean
}

async function prove({ clock }: HandoverDeps, { session, nonce, origin }: Handover): Promise<Proof> {
  const { issuer, state } = nonce
  const isCode = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(session)
  if (isCode || !issuer.introspection) {
    const code = await readCode(session, { issuer, clock, origin, state })
    return { subject: code.subject, hash: digest(code.id), expiresAt: code.expiresAt, isBound: true }
  }
  const token = readRawToken(session)
  const subject = await introspectToken(issuer, token, clock.now())
  // An old site hands the same token over again and again, so it is used up for this beginning only; and it may have
  // been put here by somebody else, so a person has to say yes.
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
