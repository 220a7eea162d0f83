import { isIPv4 } from 'node:net'
import { expect, test } from 'vitest'
import { localOrigin, processOrigins } from './process-origins.ts'

test.each([
  ['127.0.0.1', ['http://127.0.0.1:4000']],
  ['10.0.0.5', ['http://10.0.0.5:4000']],
  ['::1', ['http://[::1]:4000']],
])('a process that listens at %s is reached there', (host, origins) => {
  expect(processOrigins({ host, port: 4000 })).toEqual(origins)
  expect(localOrigin({ host, port: 4000 })).toBe(origins[0])
})

test.each(['0.0.0.0', '::'])(
  'a process that listens at every address (%s) names those of its machine',
  (host) => {
    const origins = processOrigins({ host, port: 4000 })
    expect(origins.length).toBeGreaterThan(0)
    for (const origin of origins) {
      const url = new URL(origin)
      expect([url.port, isIPv4(url.hostname)]).toEqual(['4000', true])
    }
    expect(localOrigin({ host, port: 4000 })).toBe('http://127.0.0.1:4000')
  },
)
