import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface EncryptedValues {
  keyId: number
  /** What is encrypted, in the operator's words. */
  what: string
  count: number
}

/** Counts encrypted values by the key that they need. Each one begins with its key's id. */
export async function countEncryptedValues(db: DbOrTx): Promise<EncryptedValues[]> {
  const { rows } = await sql<EncryptedValues>`
    with encrypted (what, bytes) as (
      select 'attendees of orders', attendees from order_lines
      union all select 'attendees of purchases in progress', attendees from checkout_attempt_lines
      union all select 'contacts at checkout', ciphertext from checkout_contacts
      union all select 'drafts of purchases', ciphertext from checkout_drafts
      union all select 'saved people', encrypted_details from saved_people
      union all select 'keys of client books', encrypted_hash_key from client_books
      union all select 'clients', encrypted_details from clients
      union all select 'proposed changes of clients', encrypted_details from client_proposals
      union all select 'links of quotes', encrypted_slug from quotes
    )
    select get_byte(bytes, 0) as "keyId", what, count(*)::int as count
    from encrypted where length(bytes) > 0
    group by 1, 2 order by 1, 3 desc, 2`.execute(db)
  return rows
}
