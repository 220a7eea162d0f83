import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** A secret that no code has confirmed is forgotten after this time. */
const setupMinutes = 60

export interface AuthenticatorApp {
  id: string
  encryptedSecret: Buffer
  createdAt: Date
  confirmedAt: Date
  lastUsedAt: Date | null
}

/** The account's confirmed app. */
export async function findApp(db: DbOrTx, accountId: string): Promise<AuthenticatorApp | undefined> {
  const { rows } = await sql<AuthenticatorApp>`
    select id, encrypted_secret as "encryptedSecret", created_at as "createdAt", confirmed_at as "confirmedAt",
      last_used_at as "lastUsedAt"
    from account_authenticator_apps where account_id = ${accountId} and confirmed_at is not null`.execute(db)
  return rows[0]
}

export async function insertUnconfirmedApp(
  tx: Tx,
  app: { id: string; accountId: string; encryptedSecret: Buffer },
): Promise<void> {
  await tx
    .insertInto('account_authenticator_apps')
    .values({ id: app.id, account_id: app.accountId, encrypted_secret: app.encryptedSecret })
    .execute()
}

/** The secret of a setup that has not expired. */
export async function findUnconfirmedSecret(
  db: DbOrTx,
  { id, accountId }: { id: string; accountId: string },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ secret: Buffer }>`
    select encrypted_secret as secret from account_authenticator_apps
    where id = ${id} and account_id = ${accountId} and confirmed_at is null
      and created_at > clock_timestamp() - make_interval(mins => ${setupMinutes})`.execute(db)
  return rows[0]?.secret
}

/** Replaces the account's app by one whose setup a code has confirmed. False if it was confirmed already. */
export async function confirmApp(
  tx: Tx,
  { id, accountId, step }: { id: string; accountId: string; step: number },
): Promise<boolean> {
  await tx
    .deleteFrom('account_authenticator_apps')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where('id', '<>', id)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('account_authenticator_apps')
    .set({
      confirmed_at: sql<Date>`clock_timestamp()`,
      last_used_at: sql<Date>`clock_timestamp()`,
      last_step: step,
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up the codes of this step and of older ones. False if a code of this step or a newer one was used before. */
export async function useStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_authenticator_apps')
    .set({ last_step: step, last_used_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`(last_step is null or last_step < ${step})`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the id of the removed app. */
export async function deleteApp(tx: Tx, accountId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('account_authenticator_apps')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
