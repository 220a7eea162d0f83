import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/transaction.ts'

/** How long a letter's link works. */
const validDays = 3

/** Letters asked for within the last hour; the account is locked, so that they are counted one after the other. */
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

export interface VerificationLetter {
  accountId: string
  email: string
  firstName: string
  verifyLink: string
}

/** Whom a letter asked for within the last day goes to; undefined where there is nothing to verify any more. */
export async function findVerification(
  db: Reader,
  verificationId: string,
): Promise<VerificationLetter | undefined> {
  const { rows } = await sql<VerificationLetter>`
    select a.id as "accountId", a.email, a.first_name as "firstName", v.verify_link as "verifyLink"
    from email_verifications v join accounts a on a.id = v.account_id
    where v.id = ${verificationId} and v.requested_at > clock_timestamp() - interval '1 day'
      and a.email_verified_at is null and a.status in ('pending', 'active')`.execute(db)
  return rows[0]
}

export async function insertVerificationToken(
  db: Reader,
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

/** Uses the token up. Answers its account; undefined where it is unknown, used or lapsed. */
export async function spendVerificationToken(
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

/** The account has shown that it reads this mail: its other links are of no more use. */
export async function markVerified(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update accounts set email_verified_at = clock_timestamp()
    where id = ${accountId} and email_verified_at is null`.execute(tx)
  await sql`
    update email_verification_tokens set used_at = clock_timestamp()
    where account_id = ${accountId} and used_at is null`.execute(tx)
}

/** For whom a token was made, used and lapsed ones included, and which page its letter led to. */
export async function verificationOfToken(
  db: Reader,
  hash: Buffer,
): Promise<{ accountId: string; verifyLink: string } | undefined> {
  return db
    .selectFrom('email_verification_tokens as t')
    .innerJoin('email_verifications as v', 'v.id', 't.verification_id')
    .select(['t.account_id as accountId', 'v.verify_link as verifyLink'])
    .where('t.token_hash', '=', hash)
    .executeTakeFirst()
}

/** Forgets requests, with their tokens, a month later: until then an old link can still ask for a new one. */
export async function forgetOldVerifications(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('email_verifications')
    .where('requested_at', '<', sql<Date>`clock_timestamp() - interval '30 days'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
