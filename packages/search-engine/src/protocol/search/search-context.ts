import type { Indexes } from '../../engine/indexes.ts'
import type { SearchIndex } from '../../engine/search-index.ts'
import { badRequest, unknownIndex } from '../algolia-error.ts'
import { isInternal } from '../internal-indexes.ts'
import { requireIndexAccess, type Grant } from '../keys.ts'
import type { CallBudget } from './call-budget.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface SearchContext {
  indexes: Indexes
  grant: Grant
  /** Of the whole call. */
  budget: CallBudget
}

export function indexOf(
  { indexes, grant }: Pick<SearchContext, 'indexes' | 'grant'>,
  name: string,
): SearchIndex {
  requireIndexAccess(grant, name)
  const index = isInternal(name) ? undefined : indexes.find(name)
  if (!index) throw unknownIndex(name)
  return index
}

export function asJsonObject(value: unknown): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw badRequest('Invalid JSON, expected an object')
  }
  // Parsed from JSON.
  return value as JsonObject
}
