import type { Config } from '../config.ts'
import { decideDispute, decideRefund, openSandbox } from '../modules/payments/index.ts'
import { AppError } from '../shared/app-error.ts'

/** What a bank decides days after it was asked, where the bank is the sandbox's: for trying what the shop then does. */
export type SandboxBankWish =
  | { kind: 'refund'; id: string; outcome: 'succeeded' | 'failed' }
  | { kind: 'dispute'; id: string; outcome: 'won' | 'lost' }

/** What the bank is to decide, or in words what is wrong with it. */
export function readSandboxBankWish([id, outcome, ...rest]: string[]): SandboxBankWish | string {
  if (rest.length > 0) return `sandbox-bank decides one thing at a time: ${rest.join(' ')} is too much`
  if (id !== undefined && /^re_\w+$/.test(id)) {
    if (outcome === 'succeeded' || outcome === 'failed') return { kind: 'refund', id, outcome }
    return 'a refund is followed by succeeded or failed'
  }
  if (id !== undefined && /^dp_\w+$/.test(id)) {
    if (outcome === 'won' || outcome === 'lost') return { kind: 'dispute', id, outcome }
    return 'a dispute is followed by won or lost'
  }
  return 'sandbox-bank needs the provider’s name of a refund (re_4fG7…) or a dispute (dp_4fG7…); `order <number>` shows them'
}

/** Decides, and says what came of it: the provider tells the shop, wherever a server runs. */
export async function decideAsSandboxBank(
  { payment, production, databaseUrl }: Config,
  wish: SandboxBankWish,
): Promise<string> {
  if (payment.gateway !== 'sandbox')
    throw new AppError('sandbox.not_used', {
      status: 409,
      title: 'Only the bank of the sandbox does as it is told',
    })
  const sandbox = openSandbox({
    databaseUrl,
    isRefused: production && !payment.startsInProduction,
    onError: (error) => console.error(error.message),
  })
  try {
    await (wish.kind === 'refund'
      ? decideRefund(sandbox, wish.id, wish.outcome)
      : decideDispute(sandbox, wish.id, wish.outcome))
  } finally {
    await sandbox.close()
  }
  return `${wish.id} is ${wish.outcome} at its bank; the provider tells of it`
}
