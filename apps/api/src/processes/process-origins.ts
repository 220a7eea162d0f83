import { networkInterfaces } from 'node:os'
import type { Config } from '#api/config/config.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

/** Networks of containers within this machine; other machines have some at the same addresses. */
const localNetwork = /^(?:docker|br-|veth|virbr|cni)/
const linkLocal = /^(?:169\.254\.|fe[89ab])/i

/** Where the other processes of the installation may reach one that listens here. */
export function processOrigins(
  { host, port }: Pick<Config, 'host' | 'port'>,
  interfaces: Interfaces = networkInterfaces(),
): string[] {
  const hosts = isEveryAddress(host) ? ownAddresses(interfaces, host) : [host]
  return hosts.map((each) => originOf(each, port))
}

/** Where this machine reaches a process that listens here. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return originOf(isEveryAddress(host) ? '127.0.0.1' : host, port)
}

const isEveryAddress = (host: string) => ['0.0.0.0', '::'].includes(host)

const originOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Addresses from which others reach this machine or container; its own if it has no network. */
function ownAddresses(interfaces: Interfaces, host: string): string[] {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !localNetwork.test(name))
    .flatMap(([, entries]) => entries ?? [])
    .filter(({ family, internal }) => !internal && (family === 'IPv4' || host === '::'))
    .map(({ address }) => address)
    .filter((address) => !linkLocal.test(address))
  return addresses.length > 0 ? addresses : ['127.0.0.1']
}
