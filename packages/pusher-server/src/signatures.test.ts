import Pusher from 'pusher'
import { expect, test } from 'vitest'
import vectors from './test/auth-vectors.json' with { type: 'json' }
import { bodyMd5, channelSignature, requestSignature, signChannel, userSignature } from './signatures.ts'

const { key, secret, socket_id: socketId } = vectors

test.each(vectors.channels)(
  'Pusher’s published signature of $channel with $channel_data matches',
  ({ channel, channel_data: data, auth }) => {
    expect(`${key}:${channelSignature(secret, socketId, channel, data)}`).toBe(auth)
  },
)

test('Pusher’s published signature of a sign-in matches', () => {
  expect(`${key}:${userSignature(secret, socketId, vectors.user.user_data)}`).toBe(vectors.user.auth)
})

test('Pusher’s published signature of an events API request matches', () => {
  const { body, body_md5, string_to_sign, auth_signature } = vectors.rest
  expect(bodyMd5(Buffer.from(body))).toBe(body_md5)
  const [method = '', path = '', query = ''] = string_to_sign.split('\n')
  const pairs = query.split('&').map((pair) => pair.split('=') as [string, string])
  // Parameters are sorted before signing.
  const signature = requestSignature(secret, { method, path, query: new Map(pairs.toReversed()) })
  expect(signature).toBe(auth_signature)
})

test('channel signatures match the official library', () => {
  const official = new Pusher({ appId: '1', key, secret, host: 'none.test' })
  const app = { appId: '1', key, secret }
  expect(signChannel(app, { socketId, channel: 'private-x' }, undefined)).toEqual(
    official.authorizeChannel(socketId, 'private-x'),
  )
  const member = { user_id: 'usr_1', user_info: { name: 'Jo “Ö” 🎟' } }
  expect(signChannel(app, { socketId, channel: 'presence-x' }, member)).toEqual(
    official.authorizeChannel(socketId, 'presence-x', member),
  )
})
