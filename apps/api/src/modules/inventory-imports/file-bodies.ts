import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inventoryImportErrors } from './inventory-imports.errors.ts'

const types = [
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'application/octet-stream',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

/** Lets the routes of this scope read files while they arrive; other routes reject bodies that are not JSON. */
export function acceptFileBodies(app: FastifyInstance): void {
  app.addContentTypeParser(types, (_request, payload, done) => done(null, payload))
}

/** The same for JSON, which the handler reads itself. */
export function acceptJsonAsStream(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload))
}

export function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '')
}

/** @throws `inventory_import.file_empty` when the request has no file */
export function fileOf({ body }: FastifyRequest): Readable {
  if (!(body instanceof Readable)) throw inventoryImportErrors.make('inventory_import.file_empty')
  return body
}
