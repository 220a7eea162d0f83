import { UserError } from '../../tools/launch/user-error.ts'

const lowestPort = 1100
/** RFC 2544 reserves two times 256 subnets. */
const highestPort = 51_100

/**
 * The first port of a cluster: a multiple of 100, so that no two clusters share ports or addresses.
 * @throws UserError for other numbers
 */
export function readPort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port % 100 !== 0 || port < lowestPort || port > highestPort)
    throw new UserError(`--port: a multiple of 100 from ${lowestPort} to ${highestPort}`)
  return port
}

/**
 * The first three numbers of the addresses of a cluster's nodes, of its own for every port. RFC 2544 reserves 198.18.0.0/15
 * for tests, so they are in no real network.
 */
export function subnetOf(port: number, { hasNamespaces }: { hasNamespaces: boolean }): string {
  const hundred = port / 100
  return `${hasNamespaces ? 198 : 127}.${18 + Math.floor(hundred / 256)}.${hundred % 256}`
}

/** A link as `ip -json -4 addr show` prints it. */
export interface Link {
  ifname: string
  addr_info: readonly { local: string; prefixlen: number }[]
}

/** The other link with an address in the bridge's network, or around it. */
export function findOccupant(
  links: readonly Link[],
  bridge: { name: string; network: string },
): Link | undefined {
  const [address = '', prefix = ''] = bridge.network.split('/')
  return links.find(
    ({ ifname, addr_info: addresses }) =>
      ifname !== bridge.name &&
      addresses.some(({ local, prefixlen }) => {
        const bits = Math.min(prefixlen, Number(prefix))
        return firstBits(local, bits) === firstBits(address, bits)
      }),
  )
}

function firstBits(address: string, count: number): string {
  return address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
    .slice(0, count)
}
