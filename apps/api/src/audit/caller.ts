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

/** The login name of the operator who runs a command in a terminal. */
export function operatorName(): string {
  return userName().slice(0, maxUserAgentLength)
}

/** For commands run in a terminal: the audit log has the operator's login name in place of a browser. */
export function terminalCaller(): Caller {
  return { ipAddress: 'terminal', userAgent: operatorName() }
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
