import { isIPv6 } from 'node:net'

/**
 * The address as limits count it: an IPv4 address itself, of an IPv6 one its network (/64), since one customer has the
 * whole of that to choose from.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  const network = groups.slice(0, 4).map((group) => (Number.parseInt(group, 16) || 0).toString(16))
  return `${network.join(':')}::/64`
}
