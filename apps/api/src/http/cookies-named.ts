import type { FastifyRequest } from 'fastify'

/** All values of a cookie: a sibling domain may have set one with the same name. */
export function cookiesNamed({ headers }: FastifyRequest, name: string): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}
