import type { QueryOf } from '@terrace/contracts/route'
import type { clientsRoutes } from '@terrace/contracts/clients'
import { isUnused } from '../client-usage.ts'
import type { Client } from '../client.ts'

type Query = QueryOf<typeof clientsRoutes.list>

export interface ClientPage {
  clients: Client[]
  total: number
  /** Entries of the whole book that are proposed for deletion. */
  unusedCount: number
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** One page of the matching clients. The book is searched in memory, because the database has ciphertext only. */
export function searchClients(all: readonly Client[], query: Query, now: Date): ClientPage {
  const { page, per_page: perPage, search = '', show, order_by: orderBy, sort_order: sortOrder } = query
  const words = fold(search).split(/\s+/).filter(Boolean)
  const matching = all.filter(
    (client) =>
      (show === 'all' || isUnused(client, now)) && words.every((word) => searchTextOf(client).includes(word)),
  )
  const sign = sortOrder === 'asc' ? 1 : -1
  const sorted = matching.toSorted(
    (one, other) => sign * compareBy(orderBy, one, other) || (one.id < other.id ? -1 : 1),
  )
  return {
    clients: sorted.slice((page - 1) * perPage, page * perPage),
    total: matching.length,
    unusedCount: all.filter((client) => isUnused(client, now)).length,
  }
}

function compareBy(key: Query['order_by'], one: Client, other: Client): number {
  return key === 'last_used'
    ? one.lastUsedAt.getTime() - other.lastUsedAt.getTime()
    : collator.compare(one[key], other[key])
}

/** Folding thousands of texts takes longer than searching them. */
const searchTexts = new WeakMap<Client, string>()

function searchTextOf(client: Client): string {
  const known = searchTexts.get(client)
  if (known !== undefined) return known
  const text = fold(`${client.name}\n${client.company}\n${client.email}`)
  searchTexts.set(client, text)
  return text
}

/** Lower case without accents. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
}
