import { BlockList, isIP } from 'node:net'

interface Network {
  start: string
  bits: number
  family: 'ipv4' | 'ipv6'
}

/** Reads `10.0.0.0/24`, or a single address. */
function readNetwork(text: string): Network | undefined {
  const [start = '', prefix, ...rest] = text.trim().split('/')
  const version = isIP(start)
  // A block list has no zones, such as %eth0.
  if (version === 0 || start.includes('%') || rest.length > 0) return undefined
  const most = version === 6 ? 128 : 32
  const bits = prefix === undefined ? most : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  return bits < 0 || bits > most ? undefined : { start, bits, family: version === 6 ? 'ipv6' : 'ipv4' }
}

export const isNetwork = (text: string): boolean => readNetwork(text) !== undefined

/** Whether the address is in one of the comma-separated networks; an invalid network contains none. */
export function isNetworkAllowed(networks: string, ip: string): boolean {
  const [withoutZone = ''] = ip.split('%')
  const address = withoutZone.startsWith('::ffff:') ? withoutZone.slice(7) : withoutZone
  const list = new BlockList()
  for (const text of networks.split(',')) {
    const network = readNetwork(text)
    if (network) list.addSubnet(network.start, network.bits, network.family)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
