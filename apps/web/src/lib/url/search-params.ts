import { catch as orElse, z } from 'zod/mini'

/*
 * Reads and writes query strings as plain text. The router's default reads `?q=2026` as a number and writes the text
 * 2026 with quotes; here values stay text, and each route's schema converts them.
 */

/** `?a=1&b=x&b=y` → `{a: '1', b: ['x', 'y']}`. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key)
      return [key, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** The reverse of {@link parseSearch}, with the leading `?`; unset values are omitted. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(key, String(item))
    }
  }
  return params.size === 0 ? '' : `?${params}`
}

/** An optional parameter; invalid values count as missing. */
export const optionalParam = <S extends z.ZodMiniType>(schema: S) => orElse(z.optional(schema), undefined)
