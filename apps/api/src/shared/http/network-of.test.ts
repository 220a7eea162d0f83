import { expect, test } from 'vitest'
import { ipLimitKey } from './ip-limit-key.ts'
import { networkOf } from './network-of.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::abcd', '2001:db8:1:2::/64'],
  ['', ''],
  ['terminal', ''],
])('%j is in the range %j', (address, network) => {
  expect(networkOf(ipLimitKey(address))).toBe(network)
})
