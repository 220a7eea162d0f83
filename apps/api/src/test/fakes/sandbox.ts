import type { FastifyInstance } from 'fastify'
import { openSandbox, type Sandbox } from '../../../../sandbox/src/sandbox.ts'

export { decideDispute, decideRefund } from '../../../../sandbox/src/decide-as-bank.ts'
export { signEvent } from '../../../../sandbox/src/webhooks/event-signature.ts'
export type { Fault, SandboxOperation } from '../../../../sandbox/src/faults.ts'
export type { Sandbox }

export interface RunningSandbox extends Sandbox {
  url: string
  /** Events go to the first app that is attached and not closed. */
  attach(app: FastifyInstance): void
  /** Ends the sandbox with the last app that uses it. */
  release(app: FastifyInstance): Promise<void>
}

const secret = (prefix: string) => `${prefix}_sandbox_${'0'.repeat(64)}`
/** Apps on one database share their provider. */
const running = new Map<string, Promise<RunningSandbox>>()

/** The provider of the apps on this database, in memory and on a free port. */
export function sandboxOf(databaseUrl: string): Promise<RunningSandbox> {
  const known = running.get(databaseUrl)
  if (known) return known
  const starting = startSandbox(() => running.delete(databaseUrl))
  running.set(databaseUrl, starting)
  return starting
}

async function startSandbox(onEnd: () => void): Promise<RunningSandbox> {
  const apps: FastifyInstance[] = []
  const sandbox = await openSandbox({
    file: ':memory:',
    secretKey: secret('sk'),
    webhookSecret: secret('whsec'),
    merchant: 'Terrace',
    async postEvent({ raw, signature }) {
      const [app] = apps
      if (!app) throw new Error('no app receives events')
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/payments/webhook',
        headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
        payload: raw,
      })
      return statusCode
    },
  })
  const url = await sandbox.server.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...sandbox,
    url,
    attach: (app) => void apps.push(app),
    async release(app) {
      apps.splice(apps.indexOf(app), 1)
      if (apps.length > 0) return
      onEnd()
      await sandbox.close()
    },
  }
}

/** Variables with which an app uses the sandbox. */
export function sandboxEnv({
  url,
  secretKey,
  webhookSecret,
}: Pick<RunningSandbox, 'url' | 'secretKey' | 'webhookSecret'>) {
  return { SANDBOX_URL: url, SANDBOX_SECRET_KEY: secretKey, SANDBOX_WEBHOOK_SECRET: webhookSecret }
}

/** The payments of a purchase as the provider knows them; amounts are minor units. */
export function paymentsOf({ store }: Pick<Sandbox, 'store'>, attemptId: string) {
  return store
    .list("select * from intents where json_extract(metadata, '$.attempt_id') = :attemptId", { attemptId })
    .map((row) => ({
      id: String(row['id']),
      status: String(row['status']),
      received: Number(row['amount_received']),
      refunded: Number(row['amount_refunded']),
    }))
}
