import type { FastifyRequest } from 'fastify'
import { callerOf } from '#api/audit/caller.ts'
import type { Evidence } from './signing.port.ts'

export function requestEvidence(request: FastifyRequest): Pick<Evidence, 'ipAddress' | 'userAgent'> {
  const { ipAddress, userAgent } = callerOf(request)
  return { ipAddress, userAgent }
}
