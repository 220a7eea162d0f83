import { catch as orElse, z } from 'zod/mini'

/*
 * The query part of an address, read and written as plain text. The router's own way reads `?q=2026` as a number and
 * writes the text 2026 with quotes; here a text stays the text that stands in the address, whoever typed it there, and
 * a route's schema makes numbers of it where it wants numbers.
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

/** The reverse of {@link parseSearch}, with the leading `?`; what is not set is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(key, String(item))
    }
  }
  return params.size === 0 ? '' : `?${params}`
}

/** What an address says of one thing; nonsense counts as not said. */
export const ifSaid = <S extends z.ZodMiniType>(schema: S) => orElse(z.optional(schema), undefined)
