import { expect, test } from 'vitest'
import { findOccupant, readPort, subnetOf } from './subnet.ts'

test.each(['1100', '4500', '51100'])('a cluster may begin at port %s', (text) => {
  expect(readPort(text)).toBe(Number(text))
})

test.each(['4550', '4501', '1000', '51200', '70000', '0', '-4500', '4500.5', '', 'web'])(
  'a cluster cannot begin at port "%s", and the message says what would be right',
  (text) => {
    expect(() => readPort(text)).toThrow('--port: a multiple of 100 from 1100 to 51100')
  },
)

test.each([true, false])(
  'no two clusters share addresses (with networks of their own: %s)',
  (hasNamespaces) => {
    const ports = Array.from({ length: 501 }, (_, index) => 1100 + index * 100)
    const subnets = new Set(ports.map((port) => subnetOf(port, { hasNamespaces })))
    expect(subnets.size).toBe(ports.length)
    for (const subnet of subnets)
      expect(subnet).toMatch(hasNamespaces ? /^198\.1[89]\.\d+$/ : /^127\.1[89]\.\d+$/)
  },
)

test('a link with the subnet, or a network around it, is in the way; the own bridge and other links are not', () => {
  const bridge = { name: 'terrace4500', network: '198.18.45.0/24' }
  const link = (ifname: string, local: string, prefixlen = 24) => ({
    ifname,
    addr_info: [{ local, prefixlen }],
  })
  const others = [
    { ifname: 'down0', addr_info: [] },
    link('lo', '127.0.0.1', 8),
    link('terrace4500', '198.18.45.1'),
    link('terrace4400', '198.18.44.1'),
  ]
  expect(findOccupant(others, bridge)).toBeUndefined()
  expect(findOccupant([...others, link('vpn0', '198.18.45.9', 32)], bridge)?.ifname).toBe('vpn0')
  expect(findOccupant([...others, link('lab0', '198.18.0.1', 15)], bridge)?.ifname).toBe('lab0')
})
