import { isIPv4 } from 'node:net'

/**
 * The range that people can recognise: the /24 of an IPv4 address, and the range that `ipLimitKey` stores of an IPv6
 * address. Empty for anything else.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return /^[0-9a-f:]+::\/64$/i.test(address) ? address : ''
}
