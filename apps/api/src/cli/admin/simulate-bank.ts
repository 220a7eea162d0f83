import type { Config } from '#api/config/config.ts'
import { decideDispute, decideRefund, openSandbox } from '#api/modules/payments/index.ts'
import { AppError } from '#api/shared/app-error.ts'

/** A decision of the sandbox's bank that a real bank takes days to make. */
export type BankDecision =
  | { kind: 'refund'; id: string; outcome: 'succeeded' | 'failed' }
  | { kind: 'dispute'; id: string; outcome: 'won' | 'lost' }

/** Parses the decision; returns an error message if it is invalid. */
export function parseBankDecision([id, outcome, ...rest]: string[]): BankDecision | string {
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  if (id !== undefined && /^re_\w+$/.test(id)) {
    if (outcome === 'succeeded' || outcome === 'failed') return { kind: 'refund', id, outcome }
    return 'a refund outcome must be succeeded or failed'
  }
  if (id !== undefined && /^dp_\w+$/.test(id)) {
    if (outcome === 'won' || outcome === 'lost') return { kind: 'dispute', id, outcome }
    return 'a dispute outcome must be won or lost'
  }
  return 'simulate-bank needs the provider’s id of a refund (re_4fG7…) or a dispute (dp_4fG7…); `order <number>` lists them'
}

/** Records the decision; the gateway then sends its webhook events to every server. */
export async function simulateBankDecision(
  { payment, directDatabaseUrl }: Config,
  request: BankDecision,
): Promise<string> {
  if (payment.gateway !== 'sandbox')
    throw new AppError('sandbox.not_used', {
      status: 409,
      title: 'only available with the sandbox gateway',
    })
  const sandbox = openSandbox({
    databaseUrl: directDatabaseUrl,
    onError: (error) => console.error(error.message),
  })
  try {
    await (request.kind === 'refund'
      ? decideRefund(sandbox, request.id, request.outcome)
      : decideDispute(sandbox, request.id, request.outcome))
  } finally {
    await sandbox.close()
  }
  return `${request.id} is now ${request.outcome} at the sandbox bank`
}
