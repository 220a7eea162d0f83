import type { FastifyInstance } from 'fastify'
import { invalidInput } from '#api/shared/app-error.ts'
import { isNestedTooDeeply } from '#api/shared/http/json-depth.ts'

/** Rejects deeply nested JSON before it is parsed. Routes that read their body as a stream check it themselves. */
export function installBodyDepthLimit(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, json, done) => {
    if (isNestedTooDeeply(json)) done(invalidInput({ body: ['is nested too deeply'] }))
    else void parse(request, json, done)
  })
}
