import type { FastifyRequest } from 'fastify'

/** All values that a request brings under the name: a sibling domain may have put one beside ours. */
export function cookiesNamed({ headers }: FastifyRequest, name: string): string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}
