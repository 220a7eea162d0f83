/**
 * Contexts that ciphertexts are bound to. Frozen: they keep the old table and column names, because a changed context
 * makes every stored value unreadable.
 */
export const encryptionContexts = {
  checkoutContact: (teamId: string) => `checkout_contacts:${teamId}`,
  checkoutDraft: (teamId: string, listingId: string) => `checkout_drafts:${teamId}:${listingId}`,
  attemptAttendees: (attemptId: string, holdId: string) =>
    `checkout_attempt_lines.attendees:${attemptId}:${holdId}`,
  orderLineAttendees: (lineId: string) => `order_lines.attendees:${lineId}`,
  clientHashKey: (teamId: string) => `client_books.encrypted_hash_key:${teamId}`,
  barcodeKey: () => 'barcode_keys.encrypted_key:true',
  clientDetails: (clientId: string) => `clients.encrypted_details:${clientId}`,
  clientProposal: (proposalId: string) => `client_proposals.encrypted_details:${proposalId}`,
  savedPerson: (personId: string) => `saved_people.encrypted_details:${personId}`,
  authenticatorSecret: (appId: string) => `account_authenticator_apps.encrypted_secret:${appId}`,
  accountExportKey: (exportId: string) => `account_exports.encrypted_key:${exportId}`,
  sellerDetails: (teamId: string) => `seller_accounts.encrypted_details:${teamId}`,
  sellerDetailsChange: (teamId: string) => `seller_accounts.encrypted_change:${teamId}`,
  sellerDocumentKey: (documentId: string) => `seller_documents.encrypted_key:${documentId}`,
  sellerDigestKey: (keyId: string) => `seller_digest_keys.encrypted_key:${keyId}`,
  quoteSlug: (quoteId: string) => `quotes.encrypted_slug:${quoteId}`,
} as const
