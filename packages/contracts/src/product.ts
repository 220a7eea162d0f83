/**
 * The only place that knows the product and brand names. Contracts use the placeholder `{product}`, and this file
 * replaces it with the configured name (product.md §0).
 */
export const productDefaults = { product: 'trade', brand: 'Terrace' } as const

const placeholder = '{product}'

/** `/{product}/hot-events` → `/trade/hot-events`. */
export function expandProduct(text: string, product: string): string {
  return text.replaceAll(placeholder, product)
}

/** Replaces the placeholder in keys such as `{product}_user`, at any depth, before sending. */
export function expandProductKeys(value: unknown, product: string): unknown {
  return renameKeys(value, (key) => key.replaceAll(placeholder, product))
}

/** Reverses {@link expandProductKeys} for the given keys, after receiving. */
export function collapseProductKeys(value: unknown, product: string, keys: readonly string[]): unknown {
  const names = new Map(keys.map((key) => [expandProduct(key, product), key]))
  return renameKeys(value, (key) => names.get(key) ?? key)
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]),
  )
}
