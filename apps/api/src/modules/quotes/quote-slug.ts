import { createHmac, randomBytes } from 'node:crypto'
import { hashToken } from '../../shared/token-hash.ts'
import type { Sealer } from '../../shared/sealed-text.ts'

/** 128 random bits (product.md §5 asks for 96), safe in a path. */
export const newSlug = (): string => randomBytes(16).toString('base64url')

/** By which a slug is looked up: how long that takes says nothing of the slugs there are. */
export const slugHash = (slug: string): Buffer => hashToken(slug)

const contextOf = (quoteId: string) => `quotes.sealed_slug:${quoteId}`

export function sealSlug(sealer: Sealer, quoteId: string, slug: string): Buffer {
  return sealer.seal(slug, contextOf(quoteId))
}

/** Null where the key that sealed it is lost, or the quote's row was tampered with. */
export function openSlug(
  sealer: Sealer,
  { id, sealedSlug }: { id: string; sealedSlug: Buffer },
): string | null {
  return sealer.openIfWhole(sealedSlug, contextOf(id)) ?? null
}

export const newIdKey = (): Buffer => randomBytes(32)

/**
 * The id under which a visitor picks from a listing that the broker has not offered by name: always the same one within the
 * quote, worth nothing in any other, and no way leads from it to the listing without the quote's own key.
 */
export function pickId({ idKey }: { idKey: Buffer }, listingId: string): string {
  return `off_${createHmac('sha256', idKey).update(listingId).digest('base64url').slice(0, 22)}`
}
