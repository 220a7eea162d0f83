import { createHitWriter } from '../../engine/response/hit-writer.ts'
import { createJsonBytes } from '../../engine/response/json-bytes.ts'
import { find, numberOf } from '../../engine/search.ts'
import { badRequest } from '../algolia-error.ts'
import { maxResponseBytes } from './call-budget.ts'
import { seesUnretrievable } from '../keys.ts'
import { applyEnforcedParams } from './enforced-params.ts'
import { indexOf, type JsonObject, type SearchContext } from './search-context.ts'
import { echoParams, readParams } from '../params.ts'
import { wordListsFor } from '../words/word-lists.ts'

/**
 * All records that match, without the limit of paging, in pages linked by `cursor`. A record that changes while
 * browsing gets a new slot and appears again at the end, so none is missed. Returns the response as JSON.
 */
export async function browse(call: SearchContext, name: string, body: JsonObject): Promise<Buffer> {
  const from = performance.now()
  const { store, version } = indexOf(call, name)
  const { cursor, ...rest } = readParams(body)
  const start = typeof cursor === 'string' ? readCursor(cursor) : { after: -1, page: 0, params: rest }
  const requested = { ...start.params, ...rest }
  const params = applyEnforcedParams(requested, call.grant)
  const size = numberOf(params['hitsPerPage'], 1000)
  const { budget } = call
  const found = await find(store, params, budget, wordListsFor(call.indexes, name))
  const remaining = found.matches.slots.filter((slot) => slot > start.after)
  const writer = createHitWriter(
    found,
    { ...params, attributesToHighlight: [] },
    { isAdmin: seesUnretrievable(call.grant) },
  )
  const out = createJsonBytes()
  let before = '{"hits":['
  let read = 0
  for (const slot of remaining.subarray(0, size)) {
    const end = out.length
    // The record may have been removed since it was found.
    if (store.isLive(slot)) {
      out.text(before)
      writer(out, slot)
      // A page of large records ends early; the cursor continues after it.
      if (out.length > maxResponseBytes && before === ',') {
        out.truncate(end)
        break
      }
      before = ','
    }
    read += 1
    if (budget.isTurnOver()) await budget.takeTurn()
  }
  out.text(before === ',' ? ']' : '{"hits":[]')
  const hasMore = size > 0 && remaining.length > read
  const fields = {
    nbHits: found.matches.count,
    page: start.page,
    nbPages: size === 0 ? 0 : Math.ceil(found.matches.count / size),
    hitsPerPage: size,
    query: found.query,
    params: echoParams(body),
    exhaustiveNbHits: true,
    processingTimeMS: Math.max(1, Math.round(performance.now() - from)),
    ...(hasMore && {
      cursor: writeCursor({
        after: remaining[read - 1] ?? -1,
        page: start.page + 1,
        params: requested,
        version,
      }),
    }),
  }
  out.text(`,${JSON.stringify(fields).slice(1)}`)
  return out.take()
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
    if (
      Number.isSafeInteger(after) &&
      Number.isSafeInteger(page) &&
      typeof params === 'object' &&
      params !== null
    ) {
      return { after, page, params: readParams(params) }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw badRequest('Invalid cursor')
}
