import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SearchRecord } from '../../engine/records/record-values.ts'
import { replicaNames } from '../../engine/replicas.ts'
import { AlgoliaError, badRequest } from '../algolia-error.ts'
import { recordsIn, synonymsOf } from '../internal-indexes.ts'
import { requirePermission } from '../keys.ts'
import { grantFor, jsonOf, jsonValueOf, pathPart, type IndexWrite } from '../request-context.ts'
import { asJsonObject, indexOf, type JsonObject } from '../search/search-context.ts'
import { recordOf } from '../write-records.ts'
import { authorisedIndex, isForwarded, type Writer } from '../writer.ts'
import { searchEntries, textIn, textsIn } from './search-entries.ts'

const maxSynonyms = 20_000

/** Mounts the routes of an index's synonyms. */
export function mountSynonyms(api: FastifyInstance, { indexes, route, write, done }: Writer): void {
  function readable(request: FastifyRequest): string {
    const grant = grantFor(request)
    requirePermission(grant, 'settings')
    const name = pathPart(request, 'index')
    indexOf({ indexes, grant }, name)
    return name
  }

  /** Changes the synonyms of the index and, if the request asks for it, of its replicas. */
  async function change(request: FastifyRequest, synonyms: Omit<IndexWrite, 'index'>): Promise<void> {
    const index = authorisedIndex(request, 'editSettings')
    await write(() => {
      const replicas = isForwarded(request) ? replicaNames(indexes.find(index)?.settings ?? {}) : []
      const targets = [index, ...replicas]
      for (const target of synonyms.isCleared ? [] : targets) {
        const count = (indexes.find(synonymsOf(target))?.store.size ?? 0) + (synonyms.records?.size ?? 0)
        if (count > maxSynonyms) throw badRequest(`Too many synonyms, at most ${maxSynonyms}`)
      }
      const writes = targets.flatMap((target): IndexWrite[] => [
        // Saving a synonym creates the index.
        { index: target },
        { index: synonymsOf(target), ...synonyms },
      ])
      return { writes, result: undefined }
    })
  }

  api.get('/indexes/:index/synonyms/:id', (request) => {
    const stored = indexes.find(synonymsOf(readable(request)))
    const synonym = stored && recordOf(stored, pathPart(request, 'id'))
    if (!synonym) throw new AlgoliaError(404, 'Synonym set does not exist')
    return synonym
  })

  route('PUT', '/indexes/:index/synonyms/:id', async (request) => {
    const id = pathPart(request, 'id')
    const synonym = readSynonym({ ...jsonOf(request), objectID: id })
    await change(request, { records: new Map([[id, synonym]]) })
    return done('updatedAt', { id })
  })

  route('DELETE', '/indexes/:index/synonyms/:id', async (request) => {
    await change(request, { records: new Map([[pathPart(request, 'id'), null]]) })
    return done('deletedAt')
  })

  route('POST', '/indexes/:index/synonyms/batch', async (request) => {
    const list = jsonValueOf(request)
    if (!Array.isArray(list)) throw badRequest('Invalid JSON, expected a list of synonyms')
    if (list.length > maxSynonyms) throw badRequest(`Too many synonyms, at most ${maxSynonyms}`)
    const records = new Map(
      list.map((each: unknown) => {
        const synonym = readSynonym(asJsonObject(each))
        return [synonym.objectID, synonym]
      }),
    )
    const { replaceExistingSynonyms } = request.query as Readonly<Record<string, unknown>>
    await change(request, { records, ...(replaceExistingSynonyms === 'true' && { isCleared: true }) })
    return done('updatedAt')
  })

  route('POST', '/indexes/:index/synonyms/clear', async (request) => {
    await change(request, { isCleared: true })
    return done('updatedAt')
  })

  api.post('/indexes/:index/synonyms/search', (request) => {
    const all = recordsIn(indexes, synonymsOf(readable(request)))
    const body = jsonOf(request)
    const type = typeof body['type'] === 'string' && body['type'] !== '' ? typeOf(body['type']) : undefined
    return searchEntries(type === undefined ? all : all.filter((synonym) => synonym['type'] === type), {
      hitsPerPage: 100,
      ...body,
    })
  })
}

type Reader = (name: string, value: unknown) => string | string[]

/** The attributes of each type. */
const shapes: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  synonym: { synonyms: textsIn },
  onewaysynonym: { input: textIn, synonyms: textsIn },
  altcorrection1: { word: textIn, corrections: textsIn },
  altcorrection2: { word: textIn, corrections: textsIn },
  placeholder: { placeholder: textIn, replacements: textsIn },
}

/** Clients also write the types in camel case. */
function typeOf(value: unknown): string {
  const type = typeof value === 'string' ? value.toLowerCase() : ''
  if (!Object.hasOwn(shapes, type))
    throw badRequest(`type: Invalid value, expected one of ${Object.keys(shapes).join(', ')}`)
  return type
}

/** @throws AlgoliaError 400 that names the invalid attribute */
function readSynonym(body: JsonObject): SearchRecord {
  const objectID = textIn('objectID', body['objectID'])
  const type = typeOf(body['type'])
  const attributes = Object.entries(shapes[type] ?? {}).map(
    ([name, read]) => [name, read(name, body[name])] as const,
  )
  return { objectID, type, ...Object.fromEntries(attributes) }
}
