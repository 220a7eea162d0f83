/** Where the palette searches: everywhere, or only among actions, orders and quotes, or clients. */
export type PaletteScope = 'all' | 'actions' | 'orders' | 'clients'

const scopes: Readonly<Record<string, PaletteScope>> = { '>': 'actions', '#': 'orders', '@': 'clients' }

/** The scope of a typed text, which a prefix sets, and what to search for. */
export function parsePaletteText(text: string): { scope: PaletteScope; search: string } {
  const scope = scopes[text.trimStart().charAt(0)]
  if (scope === undefined) return { scope: 'all', search: text.trim() }
  return { scope, search: text.trimStart().slice(1).trim() }
}
