import type { FastifyInstance } from 'fastify'
import { AlgoliaError, badRequest } from './algolia-error.ts'
import { requirePermission } from './keys.ts'
import { grantFor, jsonValueOf, pathPart } from './request-context.ts'
import { indexOf } from './search/search-context.ts'
import { authorisedIndex, type Writer } from './writer.ts'

/** Rules are not supported: an index has none. Clients that copy or clear an index ask for them all the same. */
export function mountRules(api: FastifyInstance, { indexes, route, done }: Writer): void {
  api.post('/indexes/:index/rules/search', (request) => {
    const grant = grantFor(request)
    requirePermission(grant, 'settings')
    indexOf({ indexes, grant }, pathPart(request, 'index'))
    return { hits: [], nbHits: 0, page: 0, nbPages: 0 }
  })

  api.get('/indexes/:index/rules/:id', (request) => {
    requirePermission(grantFor(request), 'settings')
    throw new AlgoliaError(404, 'ObjectID does not exist')
  })

  route('POST', '/indexes/:index/rules/batch', (request) => {
    authorisedIndex(request, 'editSettings')
    const rules = jsonValueOf(request)
    if (!Array.isArray(rules) || rules.length > 0) throw unsupported()
    return done('updatedAt')
  })

  route('PUT', '/indexes/:index/rules/:id', (request) => {
    authorisedIndex(request, 'editSettings')
    throw unsupported()
  })

  route('DELETE', '/indexes/:index/rules/:id', (request) => {
    authorisedIndex(request, 'editSettings')
    return done('updatedAt')
  })

  route('POST', '/indexes/:index/rules/clear', (request) => {
    authorisedIndex(request, 'editSettings')
    return done('updatedAt')
  })
}

const unsupported = (): AlgoliaError => badRequest('Rules are not supported')
