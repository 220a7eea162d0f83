import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import type { Duplicate } from '../decisions/applications.repo.ts'
import { digestsOf } from '../seller-accounts.repo.ts'
import type { SellerDetails } from '../seller-details.ts'

/**
 * Stores the change that the seller requests, in place of an earlier request. Its time is later than that of any earlier one,
 * even within the same millisecond, so that it identifies the request.
 */
export async function writeChange(
  tx: Tx,
  fieldCipher: FieldCipher,
  { teamId, details, now }: { teamId: string; details: SellerDetails; now: Date },
): Promise<void> {
  const { bank, tax } = await digestsOf(tx, fieldCipher, details)
  await tx
    .updateTable('seller_accounts')
    .set({
      encrypted_change: fieldCipher.encrypt(
        JSON.stringify(details),
        encryptionContexts.sellerDetailsChange(teamId),
      ),
      change_requested_at: sql<Date>`greatest(${now}::timestamptz,
        greatest(change_requested_at, updated_at) + interval '1 millisecond')`,
      change_bank_digest: bank,
      change_tax_digest: tax,
      change_note: null,
      updated_at: now,
    })
    .where('team_id', '=', teamId)
    .execute()
}

/** Removes the requested change once it is decided or withdrawn; `note` says why it was declined. */
export async function clearChange(
  tx: Tx,
  teamId: string,
  { note, now }: { note: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('seller_accounts')
    .set({
      encrypted_change: null,
      change_requested_at: null,
      change_bank_digest: null,
      change_tax_digest: null,
      change_note: note,
      // `writeChange` makes the next request later than this.
      updated_at: sql<Date>`greatest(${now}::timestamptz, change_requested_at)`,
    })
    .where('team_id', '=', teamId)
    .execute()
}

/** An operator has verified the details: from now on, teams of one company are recognised by them. */
export async function approveIdentities(tx: Tx, teamId: string): Promise<void> {
  await sql`
    update seller_accounts set approved_bank_digest = bank_digest, approved_tax_digest = tax_digest
    where team_id = ${teamId}`.execute(tx)
}

/** Other teams with the bank account or tax number of the change that this team requests. */
export async function findDuplicatesOfChange(db: DbOrTx, teamId: string): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    with own as (
      select change_bank_digest, change_tax_digest from seller_accounts where team_id = ${teamId}
    ), found as (
      select o.team_id, 1 as place, 'bank account' as same from own
        join seller_accounts o on o.bank_digest = own.change_bank_digest
      union select o.team_id, 2, 'tax number' from own join seller_accounts o on o.tax_digest = own.change_tax_digest
    )
    select f.team_id as "teamId", t.name as "teamName", array_agg(f.same order by f.place) as same
    from found f join teams t on t.id = f.team_id where f.team_id <> ${teamId}
    group by f.team_id, t.name order by min(f.place), f.team_id limit 50`.execute(db)
  return rows
}
