import { numberOf, readFilter, textOf } from '../../engine/search.ts'
import { parseFilter } from '../../filters/parse-filter.ts'
import type { Grant } from '../keys.ts'
import { readParams, type Params } from '../params.ts'

/** Parameters of a restricted key override the request's; its filters are added. */
export function applyEnforcedParams(requested: Params, { enforcedParams, maxHitsPerQuery }: Grant): Params {
  let params = requested
  for (const enforced of enforcedParams) {
    const fromKey = readParams(enforced)
    params = { ...params, ...fromKey, ...bothFilters(params['filters'], fromKey['filters']) }
  }
  if (maxHitsPerQuery === 0) return params
  const limit = (name: string) => Math.min(numberOf(params[name], maxHitsPerQuery), maxHitsPerQuery)
  const hasLength = params['length'] !== undefined || params['offset'] !== undefined
  return { ...params, hitsPerPage: limit('hitsPerPage'), ...(hasLength && { length: limit('length') }) }
}

function bothFilters(own: unknown, fromKey: unknown): { filters?: string } {
  const [ownFilters, keyFilters] = [textOf(own, ''), textOf(fromKey, '')]
  // Parsed alone first: an unclosed quotation mark or a trailing OR would swallow the key's filters. A complete OR cannot,
  // because OR binds tighter than AND in this language. Brackets around both would nest too deep for it.
  readFilter('filters', () => parseFilter(ownFilters))
  const filters =
    ownFilters !== '' && keyFilters !== '' ? `${ownFilters} AND ${keyFilters}` : ownFilters + keyFilters
  return filters === '' ? {} : { filters }
}
