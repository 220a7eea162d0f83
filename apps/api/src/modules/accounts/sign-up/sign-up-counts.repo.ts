import { sql } from 'kysely'
import { lockUntilEnd } from '#api/db/advisory-lock.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { CountedAttempts } from '#api/shared/growing-wait.ts'

export interface SignUpOrigin {
  /** From `ipLimitKey`. */
  ipAddress: string
  /** Lower case; `null` for a domain that counts for no one, because it is a common mail provider's. */
  emailDomain: string | null
}

/** Sign-ups of the past day from the address and with the domain. */
export async function countSignUps(
  db: DbOrTx,
  { ipAddress, emailDomain }: SignUpOrigin,
): Promise<{ ipAddress: CountedAttempts; emailDomain: CountedAttempts }> {
  const { rows } = await sql<
    Record<'ipCount' | 'domainCount', number> & Record<'ipLatest' | 'domainLatest', Date | null>
  >`
    with recent as (
      select * from sign_up_counts
      where (ip_address = ${ipAddress} or email_domain = ${emailDomain})
        and signed_up_at > clock_timestamp() - interval '1 day'
    )
    select count(*) filter (where ip_address = ${ipAddress})::int as "ipCount",
      max(signed_up_at) filter (where ip_address = ${ipAddress}) as "ipLatest",
      count(*) filter (where email_domain = ${emailDomain})::int as "domainCount",
      max(signed_up_at) filter (where email_domain = ${emailDomain}) as "domainLatest"
    from recent`.execute(db)
  const [row] = rows
  return {
    ipAddress: { count: row?.ipCount ?? 0, latest: row?.ipLatest ?? null },
    emailDomain: { count: row?.domainCount ?? 0, latest: row?.domainLatest ?? null },
  }
}

/** Sign-ups with one domain, and those from one address, wait for each other until their transactions end. */
export async function lockSignUpCounts(tx: Tx, { ipAddress, emailDomain }: SignUpOrigin): Promise<void> {
  // In one order, so that they never wait for each other in a circle.
  for (const subject of [`address ${ipAddress}`, ...(emailDomain === null ? [] : [`domain ${emailDomain}`])])
    await lockUntilEnd(tx, `sign-up ${subject}`)
}

export async function insertSignUpCount(tx: Tx, { ipAddress, emailDomain }: SignUpOrigin): Promise<void> {
  await tx.insertInto('sign_up_counts').values({ ip_address: ipAddress, email_domain: emailDomain }).execute()
}

export async function purgeOldSignUpCounts(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_up_counts')
    .where('signed_up_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
