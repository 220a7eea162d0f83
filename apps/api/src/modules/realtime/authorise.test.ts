import { realtimeRoutes } from '@terrace/contracts/realtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '../../test/build-test-app.ts'
import { channelSignature } from './signatures.ts'

let app: TestApp
let buyer: Caller
beforeAll(async () => {
  app = await buildTestApp()
  buyer = await app.addBuyer()
})
afterAll(() => app.close())

const form = (caller: Caller, values: Record<string, string>) =>
  app.app.inject({
    method: 'POST',
    url: '/api/realtime/auth',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(caller.token && { authorization: `Bearer ${caller.token}` }),
    },
    payload: new URLSearchParams(values).toString(),
  })

test('a form is answered with the signature of exactly this socket and channel, and nothing around it', async () => {
  const channel = `private-team-${buyer.teamId}`
  const answer = await form(buyer, { socket_id: '12.34', channel_name: channel })
  expect(answer.statusCode).toBe(200)
  const secret = app.deps.config.realtime.app?.secret ?? ''
  const { auth, channel_data, ...rest } = answer.json()
  expect(rest).toEqual({})
  expect(auth).toBe(`test-key:${channelSignature(secret, '12.34', channel, channel_data)}`)
})

test('JSON, which our own client sends, is answered the same', async () => {
  const body = { socket_id: '12.34', channel_name: `private-team-${buyer.teamId}` }
  const answer = await buyer.call(realtimeRoutes.authorise, { body })
  expect(answer.data).toEqual((await form(buyer, body)).json())
})

test.each([
  ['another team’s channel', 'private-team-tm_other'],
  ['a longer name than the team’s own', (own: string) => `${own}-more`],
  ['a channel that no rule speaks for', 'private-anything'],
  ['a public channel', 'news'],
  ['an empty team', 'private-team-'],
  ['a presence channel of the same name', (own: string) => own.replace('private', 'presence')],
  ['the channel of a user', '#server-to-user-1'],
])('%s is refused with 403', async (_, named) => {
  const own = `private-team-${buyer.teamId}`
  const channel_name = typeof named === 'string' ? named : named(own)
  const answer = await form(buyer, { socket_id: '12.34', channel_name })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({
    code: 'realtime.refused',
    errors: { title: expect.any(String) },
  })
})

test('without a session it is a 403 too: a 401 would sign the browser out', async () => {
  const answer = await form(app.visitor, {
    socket_id: '12.34',
    channel_name: `private-team-${buyer.teamId}`,
  })
  expect(answer.statusCode).toBe(403)
})

test.each<[string, Record<string, string>, string]>([
  ['no socket id', { channel_name: 'private-x' }, 'socket_id'],
  [
    'a socket id with a signature’s separator',
    { socket_id: '1.2:x', channel_name: 'private-x' },
    'socket_id',
  ],
  ['no channel', { socket_id: '1.2' }, 'channel_name'],
  ['a channel of 3,000 characters', { socket_id: '1.2', channel_name: 'x'.repeat(3000) }, 'channel_name'],
])('%s is a 422 that names the field', async (_, values, field) => {
  const answer = await form(buyer, values)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors.fields)).toContain(field)
})

test('forms are understood here and nowhere else', async () => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=buyer&password=x',
  })
  expect(answer.statusCode).toBe(400)
})
