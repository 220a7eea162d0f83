import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

export interface Passkey {
  id: string
  accountId: string
  /** In base64url, as browsers name it. */
  credentialId: string
  rpId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = sql`id, account_id as "accountId", rp_id as "rpId", public_key as "publicKey",
  sign_count::float8 as "signCount", transports, name, created_at as "createdAt", last_used_at as "lastUsedAt",
  rtrim(translate(encode(credential_id, 'base64'), E'+/\n', '-_'), '=') as "credentialId"`

/** Oldest first. */
export async function findPasskeys(db: DbOrTx, accountId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select ${columns} from account_passkeys where account_id = ${accountId} order by created_at, id`.execute(
    db,
  )
  return rows
}

export async function findPasskey(db: DbOrTx, credentialId: string): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    select ${columns} from account_passkeys where credential_id = ${Buffer.from(credentialId, 'base64url')}`.execute(
    db,
  )
  return rows[0]
}

/** Violates `account_passkeys__credential_unique` if the passkey belongs to an account already. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>,
): Promise<void> {
  await tx
    .insertInto('account_passkeys')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: Buffer.from(passkey.credentialId, 'base64url'),
      rp_id: passkey.rpId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      name: passkey.name,
    })
    .execute()
}

/** Notes a use. False if the passkey was removed, or if its counter did not grow since it was verified. */
export async function usePasskey(tx: Tx, id: string, signCount: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_passkeys')
    .set({ sign_count: signCount, last_used_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`(sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if the account has no such passkey. */
export async function writePasskeyName(
  tx: Tx,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
