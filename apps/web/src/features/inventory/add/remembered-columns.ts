import type { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import type { BodyInputOf } from '@terrace/contracts/route'
import { hash53 } from '@terrace/domain/text/short-hash'

/** What a person said about the columns of a paste. */
export type ChosenColumns = NonNullable<BodyInputOf<typeof inventoryDraftsRoutes.readRows>['columns']>

const storageKey = 'pasted-columns'
const maxRemembered = 20

/** Pastes with the same first line have the same columns; without a header, those with as many columns have. */
function keysOf(text: string): { header: string; width: string } {
  const first = text.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? ''
  return { header: hash53(first).toString(36), width: `w${first.split('\t').length}` }
}

/** Columns as they were chosen for such a paste in this browser. */
export function rememberedColumns(text: string): ChosenColumns | undefined {
  const known = stored()
  const { header, width } = keysOf(text)
  const found = known[header] ?? known[width]
  return found && (found.has_header ? known[header] : found)
}

export function rememberColumns(text: string, columns: ChosenColumns): void {
  const { header, width } = keysOf(text)
  const entries = Object.entries({ ...stored(), [columns.has_header ? header : width]: columns })
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(entries.slice(-maxRemembered))))
  } catch {
    // Without storage, the columns are asked again.
  }
}

function stored(): Record<string, ChosenColumns> {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    // Written by `rememberColumns`; the server validates it again.
    return typeof known === 'object' && known !== null ? (known as Record<string, ChosenColumns>) : {}
  } catch {
    return {}
  }
}
