import { networkInterfaces } from 'node:os'
import type { Config } from '#api/config/config.ts'

/** Where the other processes of the installation may reach one that listens here. */
export function processOrigins({ host, port }: Pick<Config, 'host' | 'port'>): string[] {
  const hosts = isEveryAddress(host) ? ownAddresses() : [host]
  return hosts.map((each) => originOf(each, port))
}

/** Where this machine reaches a process that listens here. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  return originOf(isEveryAddress(host) ? '127.0.0.1' : host, port)
}

const isEveryAddress = (host: string) => ['0.0.0.0', '::'].includes(host)

const originOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** IPv4 addresses of this machine or container, from which others reach it; its own if it has no network. */
function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  return addresses.length > 0 ? addresses : ['127.0.0.1']
}
