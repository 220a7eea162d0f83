import { isIPv6 } from 'node:net'

/**
 * Key for rate limits: an IPv4 address, or the /64 network of an IPv6 address, since one customer controls all of it.
 */
export function ipLimitKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [leading = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const left = leading === '' ? [] : leading.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...right]
  const network = groups.slice(0, 4).map((group) => (Number.parseInt(group, 16) || 0).toString(16))
  return `${network.join(':')}::/64`
}
