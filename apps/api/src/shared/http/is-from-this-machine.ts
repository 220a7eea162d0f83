import type { FastifyRequest } from 'fastify'

/** True for a request from this machine that no proxy forwarded. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address)
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}
