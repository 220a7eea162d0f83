/** Where the palette searches: everywhere, or only among actions, orders and quotes, or clients. */
export type PaletteScope = 'all' | 'actions' | 'orders' | 'clients'

const scopes: Readonly<Record<string, PaletteScope>> = { '>': 'actions', '#': 'orders', '@': 'clients' }

/** Splits a typed text into a scope, set by a prefix, and a search. */
export function parsePaletteText(text: string): { scope: PaletteScope; search: string } {
  const scope = scopes[text.trimStart().charAt(0)]
  if (scope === undefined) return { scope: 'all', search: text.trim() }
  return { scope, search: text.trimStart().slice(1).trim() }
}
