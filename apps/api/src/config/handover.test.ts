import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { productionEnv } from '#api/test/fixtures/production-env.ts'
import { readConfig } from './config.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const site = {
  id: 'harbour',
  name: 'Harbour Tickets',
  origin: 'https://harbour.example',
  authorize_url: 'https://harbour.example/authorize',
  public_key: publicKey.export({ type: 'spki', format: 'pem' }),
}
const introspection = {
  introspection_url: 'https://harbour.example/introspect',
  introspection_secret: 'sixteen characters',
}

function read(sites: unknown, env: Record<string, string> = {}) {
  const text = typeof sites === 'string' ? sites : JSON.stringify(sites)
  return readConfig({ DATABASE_URL: 'postgres://localhost/none', HANDOVER_ISSUERS: text, ...env }).handover
}

test('[X-HANDOVER-01] without configuration no site may hand over users', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/none' }).handover).toEqual([])
})

test('a public key is PEM or JWK and determines the algorithm', () => {
  for (const public_key of [site.public_key, publicKey.export({ format: 'jwk' })]) {
    const [issuer] = read([{ ...site, public_key }])
    expect(issuer?.key?.algorithms).toEqual(['EdDSA', 'Ed25519'])
    expect(issuer?.key?.key.equals(publicKey)).toBe(true)
  }
  const [shared] = read([{ ...site, public_key: undefined, secret: 'x'.repeat(32) }])
  expect(shared?.key?.algorithms).toEqual(['HS256'])
})

test('[X-HANDOVER-05] raw tokens need both the flag and an introspection URL', () => {
  const both = { ...site, ...introspection }
  expect(read([both])[0]?.introspection).toBeUndefined()
  expect(read([site], { HANDOVER_ALLOW_LEGACY_TOKENS: 'true' })[0]?.introspection).toBeUndefined()
  expect(read([both], { HANDOVER_ALLOW_LEGACY_TOKENS: 'true' })[0]?.introspection).toEqual({
    url: introspection.introspection_url,
    secret: introspection.introspection_secret,
  })
})

test.each([
  ['no JSON', '[{"secret":"a-secret-that-no-message-shows"', /HANDOVER_ISSUERS: must be a JSON list/],
  ['no list', {}, /HANDOVER_ISSUERS/],
  ['no key', [{ ...site, public_key: undefined }], /harbour: needs public_key or secret/],
  [
    'introspection without the flag',
    [{ ...site, public_key: undefined, ...introspection }],
    /HANDOVER_ALLOW_LEGACY_TOKENS/,
  ],
  ['both keys', [{ ...site, secret: 'x'.repeat(32) }], /public_key or secret, not both/],
  ['a short secret', [{ ...site, public_key: undefined, secret: 'short' }], /HANDOVER_ISSUERS\.0\.secret/],
  [
    'a private key',
    [{ ...site, public_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }],
    /public_key: must be an Ed25519 public key/,
  ],
  ['a private JWK', [{ ...site, public_key: privateKey.export({ format: 'jwk' }) }], /public_key: must be/],
  [
    'another kind of key',
    [{ ...site, public_key: generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }) }],
    /public_key: must be/,
  ],
  ['two with one id', [site, site], /two sites with the same id/],
  ['a page elsewhere', [{ ...site, authorize_url: 'https://evil.example/' }], /authorize_url on its origin/],
  ['an address for an origin', [{ ...site, origin: 'https://harbour.example/x' }], /must be an origin/],
  ['half an introspection', [{ ...site, introspection_url: 'https://harbour.example/i' }], /together/],
  ['an unknown field', [{ ...site, private_key: 'x' }], /private_key/],
])('a site with %s is rejected by name without showing a secret', (_text, sites, message) => {
  expect(() => read(sites)).toThrow(message)
  expect(() => read(sites)).not.toThrow(/a-secret-that|short"|BEGIN PRIVATE/)
})

test('production hands over only on https and between configured sites', () => {
  const production = { ...productionEnv, ALLOW_SANDBOX_IN_PRODUCTION: 'true' }
  const plain = { ...site, origin: 'http://harbour.example', authorize_url: 'http://harbour.example/a' }
  expect(() => read([plain], { ...production, TRADE_ORIGINS: 'https://desk.example' })).toThrow(/only https/)
  expect(() => read([site], production)).toThrow(/TRADE_ORIGINS/)
  expect(read([site], { ...production, TRADE_ORIGINS: 'https://desk.example' })).toHaveLength(1)
})
