import type { FastifyRequest } from 'fastify'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { callerOf, serverCaller, terminalCaller, type Caller } from './caller.ts'

/** Who makes a change, as its audit entry names them. */
export interface Actor {
  caller: Caller
  /** The logged-in account. */
  actorId?: string
  /** The team of the account; entries about another team name that one instead. */
  teamId?: string
  sessionId?: string
}

export function actorOf(
  { accountId, teamId, sessionId }: AuthenticatedAccount,
  request: FastifyRequest,
): Actor {
  return { caller: callerOf(request), actorId: accountId, teamId, sessionId }
}

/** Jobs, and reports of the payment provider. */
export const serverActor: Actor = { caller: serverCaller }

/** The operator who runs a command. */
export function terminalActor(): Actor {
  return { caller: terminalCaller() }
}
