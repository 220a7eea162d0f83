import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { installBodyDepthLimit } from './body-depth.ts'
import { installErrorHandler } from './error-handler.ts'

const app = Fastify({ bodyLimit: 5_000_000 })
installErrorHandler(app)
installBodyDepthLimit(app)
app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, bytes, done) =>
  done(null, bytes),
)
app.post('/', async () => 'taken')

const send = (payload: string | Buffer, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } })

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

test.each([lists(32), objects(32), '7', '"x"', 'null', `["${'['.repeat(40)} \\" ${'{'.repeat(40)}"]`])(
  'bodies nested within the limit are accepted: %#',
  async (body) => {
    expect((await send(body)).statusCode).toBe(200)
  },
)

test.each([
  lists(33),
  objects(33),
  lists(100_000),
  objects(100_000),
  // Rejected without reading the rest, which is missing.
  '['.repeat(100_000),
  `{"a":[1,{"b":${lists(40)}}]}`,
  `{"a \\" b":"}}}}","c":${lists(40)}}`,
])('a body nested too deeply is rejected by field: %#', async (body) => {
  const response = await send(body)
  expect(response.statusCode).toBe(422)
  expect(response.json().errors.fields).toEqual({ body: ['is nested too deeply'] })
})

test('binary bodies are not traversed', async () => {
  expect((await send(Buffer.alloc(4_000_000), 'application/octet-stream')).statusCode).toBe(200)
})
