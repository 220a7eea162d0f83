import { userInfo } from 'node:os'
import type { FastifyRequest } from 'fastify'

/** Origin of an action, as recorded in the audit log. */
export interface Caller {
  /** The full IP address; rate limits use `ipLimitKey` of it. */
  ipAddress: string
  userAgent: string
  requestId?: string
}

// No browser sends more than this.
const maxUserAgentLength = 300

export function callerOf(request: FastifyRequest): Caller {
  return {
    ipAddress: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    requestId: request.id,
  }
}

/** The operating-system user, for commands run in a terminal. */
export function terminalCaller(): Caller {
  return { ipAddress: 'terminal', userAgent: userName().slice(0, maxUserAgentLength) }
}

/** Work that the server starts by itself. */
export const serverCaller: Caller = { ipAddress: 'server', userAgent: '' }

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // Container users may have no name.
    return String(process.getuid?.() ?? '')
  }
}
