/**
 * A key that makes a repeated call return its first answer (product.md §4). Make one per intention, not per attempt: the
 * same key must go with every retry of the same click.
 */
export function newIdempotencyKey(): string {
  // randomUUID exists only in secure contexts; a broker's test host on plain http still has getRandomValues.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
