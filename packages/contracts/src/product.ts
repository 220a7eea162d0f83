/**
 * The one place where the product's and the brand's name enter: paths and field names in the contracts carry the
 * placeholder `{product}`, and this file puts the configured name in (product.md §0).
 */
export const productDefaults = { product: 'trade', brand: 'Terrace' } as const

const placeholder = '{product}'

/** `/{product}/hot-events` → `/trade/hot-events`. */
export function foldProduct(text: string, product: string): string {
  return text.replaceAll(placeholder, product)
}

/** Renames keys such as `{product}_user` to the configured product's, at any depth; on the way out to the wire. */
export function foldProductKeys(value: unknown, product: string): unknown {
  return renameKeys(value, (key) => key.replaceAll(placeholder, product))
}

/** The reverse of {@link foldProductKeys} for a known set of keys; on the way in from the wire. */
export function unfoldProductKeys(value: unknown, product: string, keys: readonly string[]): unknown {
  const names = new Map(keys.map((key) => [foldProduct(key, product), key]))
  return renameKeys(value, (key) => names.get(key) ?? key)
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), renameKeys(item, rename)]),
  )
}
