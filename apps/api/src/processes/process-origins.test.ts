import { isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
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

const entry = (address: string, internal = false): NetworkInterfaceInfo => {
  const rest = { address, netmask: '', mac: '00:00:00:00:00:00', internal, cidr: null }
  return isIPv6(address) ? { ...rest, family: 'IPv6', scopeid: 0 } : { ...rest, family: 'IPv4' }
}

const interfaces = {
  lo: [entry('127.0.0.1', true), entry('::1', true)],
  eth0: [entry('10.0.0.5'), entry('2001:db8::5'), entry('fe80::5')],
  eth1: [entry('169.254.7.7')],
  docker0: [entry('172.17.0.1')],
  'br-0a1b2c': [entry('172.18.0.1'), entry('fd00:18::1')],
  veth12: [entry('172.19.0.1')],
}

test.each([
  ['0.0.0.0', ['http://10.0.0.5:4000']],
  ['::', ['http://10.0.0.5:4000', 'http://[2001:db8::5]:4000']],
])('a process that listens at every address (%s) names those that others reach', (host, origins) => {
  expect(processOrigins({ host, port: 4000 }, interfaces)).toEqual(origins)
  expect(localOrigin({ host, port: 4000 })).toBe('http://127.0.0.1:4000')
})

test('a process without a network is reached on its machine only', () => {
  expect(processOrigins({ host: '0.0.0.0', port: 4000 }, { lo: interfaces.lo })).toEqual([
    'http://127.0.0.1:4000',
  ])
})
