import { inventoryRowActions } from '@terrace/contracts/inventory-import-rows'
import type { ImportRow } from './data/queries.ts'

type Action = ImportRow['action']

/** Which rows of an import are shown, and in which order. */
export interface RowsView {
  /** `null`: the first tab that has rows. */
  show: Action | 'rejected' | 'undo_rejected' | null
  /** `null`: changes by how much the price moves, others by line. */
  sort: { by: 'line' | 'price_change'; direction: 'asc' | 'desc' } | null
  /** Only prices that move much. */
  bigMoves: boolean
}

export const defaultView: RowsView = { show: null, sort: null, bigMoves: false }

/** What of the import pages is open. */
export type ImportPlace =
  | { kind: 'list' }
  | { kind: 'import'; id: string; view: RowsView }
  | { kind: 'confirm'; uploadId: string }
  | { kind: 'profiles' }
  | { kind: 'profile'; id: string }

/** The place that an address below `/sell/imports` names; the list for any other. */
export function parsePlace(pathname: string, search: object): ImportPlace {
  const [, , , first = '', second = ''] = pathname.split('/')
  if (first.startsWith('imp_')) return { kind: 'import', id: first, view: parseView(search) }
  if (first === 'confirm' && second !== '') return { kind: 'confirm', uploadId: second }
  if (first === 'profiles') return second === '' ? { kind: 'profiles' } : { kind: 'profile', id: second }
  return { kind: 'list' }
}

function parseView(search: object): RowsView {
  const values = new Map<string, unknown>(Object.entries(search))
  const show = [...inventoryRowActions, 'rejected' as const, 'undo_rejected' as const].find(
    (action) => action === values.get('show'),
  )
  const order = values.get('sort')
  const [sort, direction] = typeof order === 'string' ? order.split(':') : []
  return {
    show: show ?? null,
    sort:
      sort === 'change' || sort === 'line'
        ? {
            by: sort === 'change' ? 'price_change' : 'line',
            direction: direction === 'desc' ? 'desc' : 'asc',
          }
        : null,
    bigMoves: values.get('moves') === 'big',
  }
}

/** The address of a place. */
export function pathOf(place: ImportPlace): { path: string; params: Record<string, string> } {
  const base = 'imports'
  switch (place.kind) {
    case 'list':
      return { path: base, params: {} }
    case 'confirm':
      return { path: `${base}/confirm/${place.uploadId}`, params: {} }
    case 'profiles':
      return { path: `${base}/profiles`, params: {} }
    case 'profile':
      return { path: `${base}/profiles/${place.id}`, params: {} }
    default:
      return { path: `${base}/${place.id}`, params: paramsOf(place.view) }
  }
}

function paramsOf({ show, sort, bigMoves }: RowsView): Record<string, string> {
  return {
    ...(show !== null && { show }),
    ...(sort && { sort: `${sort.by === 'price_change' ? 'change' : 'line'}:${sort.direction}` }),
    ...(bigMoves && { moves: 'big' }),
  }
}
