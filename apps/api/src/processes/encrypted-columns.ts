import { encryptionContexts } from '#api/shared/encryption-contexts.ts'

export interface EncryptedColumn {
  /** What is encrypted, in the operator's words. */
  what: string
  table: string
  column: string
  /** Columns of the primary key, in its order. */
  keys: readonly string[]
  /** The context of a value, from the values of `keys`. */
  contextOf(...keys: string[]): string
}

/** Every column with values of `FieldCipher`. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    what: 'attendees of orders',
    table: 'order_lines',
    column: 'attendees',
    keys: ['id'],
    contextOf: encryptionContexts.orderLineAttendees,
  },
  {
    what: 'attendees of purchases in progress',
    table: 'checkout_attempt_lines',
    column: 'attendees',
    keys: ['attempt_id', 'hold_id'],
    contextOf: encryptionContexts.attemptAttendees,
  },
  {
    what: 'contacts at checkout',
    table: 'checkout_contacts',
    column: 'ciphertext',
    keys: ['team_id'],
    contextOf: encryptionContexts.checkoutContact,
  },
  {
    what: 'drafts of purchases',
    table: 'checkout_drafts',
    column: 'ciphertext',
    keys: ['team_id', 'listing_id'],
    contextOf: encryptionContexts.checkoutDraft,
  },
  {
    what: 'saved people',
    table: 'saved_people',
    column: 'encrypted_details',
    keys: ['id'],
    contextOf: encryptionContexts.savedPerson,
  },
  {
    what: 'keys of client books',
    table: 'client_books',
    column: 'encrypted_hash_key',
    keys: ['team_id'],
    contextOf: encryptionContexts.clientHashKey,
  },
  {
    what: 'the key of the hashes of barcodes',
    table: 'barcode_keys',
    column: 'encrypted_key',
    keys: ['is_only'],
    contextOf: encryptionContexts.barcodeKey,
  },
  {
    what: 'clients',
    table: 'clients',
    column: 'encrypted_details',
    keys: ['id'],
    contextOf: encryptionContexts.clientDetails,
  },
  {
    what: 'proposed changes of clients',
    table: 'client_proposals',
    column: 'encrypted_details',
    keys: ['id'],
    contextOf: encryptionContexts.clientProposal,
  },
  {
    what: 'authenticator apps',
    table: 'account_authenticator_apps',
    column: 'encrypted_secret',
    keys: ['id'],
    contextOf: encryptionContexts.authenticatorSecret,
  },
  {
    what: 'keys of exported personal data',
    table: 'account_exports',
    column: 'encrypted_key',
    keys: ['id'],
    contextOf: encryptionContexts.accountExportKey,
  },
  {
    what: 'details of sellers',
    table: 'seller_accounts',
    column: 'encrypted_details',
    keys: ['team_id'],
    contextOf: encryptionContexts.sellerDetails,
  },
  {
    what: 'changes of details of sellers',
    table: 'seller_accounts',
    column: 'encrypted_change',
    keys: ['team_id'],
    contextOf: encryptionContexts.sellerDetailsChange,
  },
  {
    what: 'keys of documents of sellers',
    table: 'seller_documents',
    column: 'encrypted_key',
    keys: ['id'],
    contextOf: encryptionContexts.sellerDocumentKey,
  },
  {
    what: 'the key that recognises sellers',
    table: 'seller_digest_keys',
    column: 'encrypted_key',
    keys: ['id'],
    contextOf: encryptionContexts.sellerDigestKey,
  },
  {
    what: 'links of quotes',
    table: 'quotes',
    column: 'encrypted_slug',
    keys: ['id'],
    contextOf: encryptionContexts.quoteSlug,
  },
]
