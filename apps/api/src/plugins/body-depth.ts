import type { FastifyInstance } from 'fastify'
import { invalidInput } from '#api/shared/app-error.ts'

/** More than twice the depth of any real request. */
const deepest = 32

/**
 * Rejects deeply nested JSON before it is parsed. A few thousand brackets would exhaust the stack of recursive code, and
 * parsing half a million takes longer than a third of a second.
 */
export function installBodyDepthLimit(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, json, done) => {
    if (isDeeperThan(json, deepest)) done(invalidInput({ body: ['is nested too deeply'] }))
    else void parse(request, json, done)
  })
}

function isDeeperThan(json: string, levels: number): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (character === '"') isInText = !isInText
    else if (isInText) index += character === '\\' ? 1 : 0
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > levels) return true
  }
  return false
}
