import { sql } from 'kysely'
import type { Db } from '#api/db/client.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { requireReauthentication } from './require-reauthentication.ts'

/**
 * Requires reauthentication for the session's first ticket download and none for later ones. Another device, or a stolen
 * password, has a session of its own and must prove a factor first.
 * @throws `session.factor_required`
 */
export async function requireReauthenticationOncePerSession(
  db: Db,
  account: AuthenticatedAccount,
): Promise<void> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select tickets_allowed_at is not null as "isKnown" from sessions where id = ${account.sessionId}`.execute(
    db,
  )
  if (rows[0]?.isKnown) return
  await requireReauthentication(db, account)
  await sql`update sessions set tickets_allowed_at = clock_timestamp()
    where id = ${account.sessionId} and tickets_allowed_at is null`.execute(db)
}
