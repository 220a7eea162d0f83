import { createHitWriter, type Hit } from '../engine/build-response.ts'
import { find, numberOf } from '../engine/search.ts'
import { badRequest } from './algolia-error.ts'
import { indexOf, type JsonObject, type SearchContext } from './run-search.ts'
import { echoParams, readParams } from './params.ts'

/**
 * All records that match, without the limit of paging, in pages linked by `cursor`. A record that changes while
 * browsing gets a new slot and appears again at the end, so none is missed.
 */
export function browse(call: SearchContext, name: string, body: JsonObject): Hit {
  const from = performance.now()
  const { store, version } = indexOf(call, name)
  const { cursor, ...rest } = readParams(body)
  const start = typeof cursor === 'string' ? readCursor(cursor) : { after: -1, page: 0, params: rest }
  const params = { ...start.params, ...rest }
  const size = numberOf(params['hitsPerPage'], 1000)
  const found = find(store, params)
  const slots = found.matches.slots.slice(0, found.matches.count).toSorted()
  const remaining = slots.filter((slot) => slot > start.after)
  const page = remaining.slice(0, size)
  const writer = createHitWriter(found, params, { isAdmin: call.grant.isAdmin })
  const hasMore = remaining.length > page.length
  return {
    hits: Array.from(page, (slot) => {
      const { _highlightResult: _, ...hit } = writer({ slot })
      return hit
    }),
    nbHits: found.matches.count,
    page: start.page,
    nbPages: size === 0 ? 0 : Math.ceil(found.matches.count / size),
    hitsPerPage: size,
    query: found.query,
    params: echoParams(body),
    exhaustiveNbHits: true,
    processingTimeMS: Math.max(1, Math.round(performance.now() - from)),
    ...(hasMore && {
      cursor: writeCursor({ after: page.at(-1) ?? -1, page: start.page + 1, params, version }),
    }),
  }
}

interface Cursor {
  /** The last slot returned. */
  after: number
  page: number
  params: Readonly<Record<string, unknown>>
}

function writeCursor(cursor: Cursor & { version: number }): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function readCursor(text: string): Cursor {
  try {
    const { after, page, params } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Cursor
    if (Number.isSafeInteger(after) && Number.isSafeInteger(page) && typeof params === 'object') {
      return { after, page, params: readParams(params) }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw badRequest('Invalid cursor')
}
