import { realtimeRoutes } from '@terrace/contracts/realtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { channelSignature } from '@terrace/pusher-server/signatures'

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

test('a form gets the signature of its socket and channel, without an envelope', async () => {
  const channel = `private-team-${buyer.teamId}`
  const response = await form(buyer, { socket_id: '12.34', channel_name: channel })
  expect(response.statusCode).toBe(200)
  const secret = app.deps.config.realtime.app?.secret ?? ''
  const { auth, channel_data, ...rest } = response.json()
  expect(rest).toEqual({})
  expect(auth).toBe(`test-key:${channelSignature(secret, '12.34', channel, channel_data)}`)
})

test('JSON gets the same response as a form', async () => {
  const body = { socket_id: '12.34', channel_name: `private-team-${buyer.teamId}` }
  const response = await buyer.call(realtimeRoutes.authorise, { body })
  expect(response.data).toEqual((await form(buyer, body)).json())
})

test.each([
  ['another team’s channel', 'private-team-tm_other'],
  ['a longer name than the team’s channel', (ownChannel: string) => `${ownChannel}-more`],
  ['a channel without a rule', 'private-anything'],
  ['a public channel', 'news'],
  ['a team channel without an id', 'private-team-'],
  ['a presence channel of the same name', (ownChannel: string) => ownChannel.replace('private', 'presence')],
  ['the channel of a user', '#server-to-user-1'],
])('%s returns 403', async (_, named) => {
  const ownChannel = `private-team-${buyer.teamId}`
  const channel_name = typeof named === 'string' ? named : named(ownChannel)
  const response = await form(buyer, { socket_id: '12.34', channel_name })
  expect(response.statusCode).toBe(403)
  expect(response.json()).toMatchObject({
    code: 'realtime.access_denied',
    errors: { title: expect.any(String) },
  })
})

test('a missing session returns 403, because a 401 would log the browser out', async () => {
  const response = await form(app.visitor, {
    socket_id: '12.34',
    channel_name: `private-team-${buyer.teamId}`,
  })
  expect(response.statusCode).toBe(403)
})

test.each<[string, Record<string, string>, string]>([
  ['no socket id', { channel_name: 'private-x' }, 'socket_id'],
  [
    'a socket id with the signature’s separator',
    { socket_id: '1.2:x', channel_name: 'private-x' },
    'socket_id',
  ],
  ['no channel', { socket_id: '1.2' }, 'channel_name'],
  ['a channel of 3,000 characters', { socket_id: '1.2', channel_name: 'x'.repeat(3000) }, 'channel_name'],
])('%s returns 422 with the field', async (_, values, field) => {
  const response = await form(buyer, values)
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json().errors.fields)).toContain(field)
})

test('only this endpoint accepts forms', async () => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=buyer&password=x',
  })
  expect(response.statusCode).toBe(400)
})
