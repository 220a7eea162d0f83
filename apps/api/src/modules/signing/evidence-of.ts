import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../audit/caller.ts'
import type { Evidence } from './signing.port.ts'

/** From where, and with which browser. */
export function evidenceOf(request: FastifyRequest): Pick<Evidence, 'address' | 'userAgent'> {
  const { address, userAgent } = callerOf(request)
  return { address, userAgent }
}
