import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface ImportNames {
  profileName: string
  /** `null` for the operator, or once the account is erased. */
  uploadedBy: string | null
}

/** Names of the profiles of imports and of who uploaded them, by import. */
export async function readImportNames(
  db: DbOrTx,
  importIds: readonly string[],
): Promise<Map<string, ImportNames>> {
  const { rows } = await sql<ImportNames & { id: string }>`
    select i.id, p.name as "profileName", case when a.erased_at is null then a.full_name end as "uploadedBy"
    from inventory_imports i
    join inventory_profiles p on p.id = i.profile_id
    left join accounts a on a.id = i.uploaded_by
    where i.id = any(${importIds})`.execute(db)
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
