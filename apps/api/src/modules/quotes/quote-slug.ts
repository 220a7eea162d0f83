import { createHmac, randomBytes } from 'node:crypto'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'

/** 128 random bits, URL-safe; product.md §5 requires 96. */
export const newSlug = (): string => randomBytes(16).toString('base64url')

/** Lookup by hash keeps response times independent of the stored slugs. */
export const slugHash = (slug: string): Buffer => hashToken(slug)

export function encryptSlug(fieldCipher: FieldCipher, quoteId: string, slug: string): Buffer {
  return fieldCipher.encrypt(slug, encryptionContexts.quoteSlug(quoteId))
}

/** `null` when the encryption key is lost or the row was tampered with. */
export function decryptSlug(
  fieldCipher: FieldCipher,
  { id, encryptedSlug }: { id: string; encryptedSlug: Buffer },
): string | null {
  return fieldCipher.tryDecrypt(encryptedSlug, encryptionContexts.quoteSlug(id)) ?? null
}

export const newIdKey = (): Buffer => randomBytes(32)

/**
 * Id by which a client selects a listing that the broker did not offer. Stable within the quote, meaningless in
 * others, and not reversible to the listing without the quote's key.
 */
export function selectableOfferId({ idKey }: { idKey: Buffer }, listingId: string): string {
  return `off_${createHmac('sha256', idKey).update(listingId).digest('base64url').slice(0, 22)}`
}
