import { createHitWriter, type Hit } from '../engine/answer.ts'
import { find, numberOf } from '../engine/search.ts'
import { badRequest } from './algolia-error.ts'
import { indexOf, type Body, type SearchCall } from './carry-out-search.ts'
import { echoParams, readParams } from './params.ts'

/**
 * All that a search finds, past every limit of paging, in pages that each name the next one by its `cursor`. Records that
 * change meanwhile come again at the end, so none is missed.
 */
export function browse(call: SearchCall, name: string, body: Body): Hit {
  const from = performance.now()
  const { store, version } = indexOf(call, name)
  const { cursor, ...rest } = readParams(body)
  const start = typeof cursor === 'string' ? readCursor(cursor) : { after: -1, page: 0, params: rest }
  const params = { ...start.params, ...rest }
  const size = numberOf(params['hitsPerPage'], 1000)
  const found = find(store, params)
  const slots = found.matches.slots.slice(0, found.matches.count).toSorted()
  const left = slots.filter((slot) => slot > start.after)
  const page = left.slice(0, size)
  const writer = createHitWriter(found, params, { isAdmin: call.grant.isAdmin })
  const isMore = left.length > page.length
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
    ...(isMore && {
      cursor: writeCursor({ after: page.at(-1) ?? -1, page: start.page + 1, params, version }),
    }),
  }
}

interface Cursor {
  /** The last slot that was shown. */
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
