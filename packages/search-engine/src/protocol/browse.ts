import { createHitWriter, type Hit } from '../engine/build-response.ts'
import { find, numberOf } from '../engine/search.ts'
import { badRequest } from './algolia-error.ts'
import { maxResponseBytes } from './call-budget.ts'
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
  const writer = createHitWriter(
    found,
    { ...params, attributesToHighlight: [] },
    { isAdmin: call.grant.isAdmin },
  )
  const hits: Hit[] = []
  let bytes = 0
  for (const slot of remaining.subarray(0, size)) {
    const hit = writer(store.recordAt(slot))
    bytes += Buffer.byteLength(JSON.stringify(hit))
    // A page of large records ends early; the cursor continues after it.
    if (bytes > maxResponseBytes && hits.length > 0) break
    hits.push(hit)
  }
  const hasMore = size > 0 && remaining.length > hits.length
  return {
    hits,
    nbHits: found.matches.count,
    page: start.page,
    nbPages: size === 0 ? 0 : Math.ceil(found.matches.count / size),
    hitsPerPage: size,
    query: found.query,
    params: echoParams(body),
    exhaustiveNbHits: true,
    processingTimeMS: Math.max(1, Math.round(performance.now() - from)),
    ...(hasMore && {
      cursor: writeCursor({ after: remaining[hits.length - 1] ?? -1, page: start.page + 1, params, version }),
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
