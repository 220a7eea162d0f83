import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

const validDays = 3

/** Emails requested in the last hour. Locks the account, so concurrent requests are counted one after the other. */
export async function countVerifications(tx: Tx, accountId: string): Promise<number> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('email_verifications')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('requested_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertVerification(
  tx: Tx,
  verification: { id: string; accountId: string; verifyLink: string },
): Promise<void> {
  await tx
    .insertInto('email_verifications')
    .values({
      id: verification.id,
      account_id: verification.accountId,
      verify_link: verification.verifyLink,
    })
    .execute()
}

export interface VerificationRequest {
  accountId: string
  email: string
  firstName: string
  verifyLink: string
}

/** A request from the last day; `undefined` if nothing is left to verify. */
export async function findVerification(
  db: DbOrTx,
  verificationId: string,
): Promise<VerificationRequest | undefined> {
  const { rows } = await sql<VerificationRequest>`
    select a.id as "accountId", a.email, a.first_name as "firstName", v.verify_link as "verifyLink"
    from email_verifications v join accounts a on a.id = v.account_id
    where v.id = ${verificationId} and v.requested_at > clock_timestamp() - interval '1 day'
      and a.email_verified_at is null and a.status in ('pending', 'active')`.execute(db)
  return rows[0]
}

export async function insertVerificationToken(
  db: DbOrTx,
  token: { hash: Buffer; verificationId: string; accountId: string },
): Promise<void> {
  await db
    .insertInto('email_verification_tokens')
    .values({
      token_hash: token.hash,
      verification_id: token.verificationId,
      account_id: token.accountId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(days => ${validDays})`,
    })
    .execute()
}

/** Consumes the token and returns its account; `undefined` if the token is unknown, used or expired. */
export async function consumeVerificationToken(
  tx: Tx,
  hash: Buffer,
): Promise<{ accountId: string; status: 'pending' | 'active' } | undefined> {
  const { rows } = await sql<{ accountId: string; status: 'pending' | 'active' }>`
    update email_verification_tokens t set used_at = clock_timestamp() from accounts a
    where t.token_hash = ${hash} and t.used_at is null and t.expires_at > clock_timestamp()
      and a.id = t.account_id and a.status in ('pending', 'active')
    returning t.account_id as "accountId", a.status`.execute(tx)
  return rows[0]
}

/** Marks the email address as verified and consumes the account's other links. */
export async function markVerified(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update accounts set email_verified_at = clock_timestamp()
    where id = ${accountId} and email_verified_at is null`.execute(tx)
  await sql`
    update email_verification_tokens set used_at = clock_timestamp()
    where account_id = ${accountId} and used_at is null`.execute(tx)
}

/** Finds the request of a token, including used and expired tokens. */
export async function findVerificationByToken(
  db: DbOrTx,
  hash: Buffer,
): Promise<{ accountId: string; verifyLink: string } | undefined> {
  return db
    .selectFrom('email_verification_tokens as t')
    .innerJoin('email_verifications as v', 'v.id', 't.verification_id')
    .select(['t.account_id as accountId', 'v.verify_link as verifyLink'])
    .where('t.token_hash', '=', hash)
    .executeTakeFirst()
}
