import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { PasskeySite } from './passkey-site.ts'

/** What a challenge is for. Only the session or login that asked for it can use it. */
export type ChallengeUse =
  | { purpose: 'login'; loginHash: Buffer }
  | { purpose: 'confirm' | 'register'; sessionId: string }

const lifetimeMinutes = 5

export async function insertChallenge(
  db: DbOrTx,
  { challenge, use, site }: { challenge: string; use: ChallengeUse; site: PasskeySite },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge,
      purpose: use.purpose,
      session_id: 'sessionId' in use ? use.sessionId : null,
      login_hash: 'loginHash' in use ? use.loginHash : null,
      origin: site.origin,
      rp_id: site.rpId,
      expires_at: sql<Date>`clock_timestamp() + make_interval(mins => ${lifetimeMinutes})`,
    })
    .execute()
}

/** Uses up a challenge and returns the site it was made for; `undefined` if it is unknown, expired or for another use. */
export async function takeChallenge(
  db: DbOrTx,
  { challenge, use }: { challenge: string; use: ChallengeUse },
): Promise<PasskeySite | undefined> {
  const owner =
    'sessionId' in use ? sql`session_id = ${use.sessionId}` : sql`login_hash = ${use.loginHash}::bytea`
  const { rows } = await sql<PasskeySite>`
    delete from passkey_challenges
    where challenge = ${challenge} and purpose = ${use.purpose} and ${owner} and expires_at > clock_timestamp()
    returning origin, rp_id as "rpId"`.execute(db)
  return rows[0]
}
