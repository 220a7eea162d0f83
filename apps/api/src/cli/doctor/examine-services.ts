import { createClient } from '@redis/client'
import { createTransport } from 'nodemailer'
import type { Config } from '#api/config/config.ts'
import { createFileStore, createPayments } from '#api/deps.ts'
import { GatewayRejected } from '#api/modules/payments/index.ts'
import { examine, ok, type Finding } from './finding.ts'

/** Whether the services that the configuration names respond. Sends no email and moves no money. */
export async function examineServices(config: Config): Promise<Finding[]> {
  const { valkeyUrl, mail, payment } = config
  const checks = [
    examine(
      'files',
      () => examineFiles(config),
      'check FILE_STORE and the S3_… variables, or the rights of DATA_DIR',
    ),
  ]
  if (valkeyUrl !== undefined)
    checks.push(examine('Valkey', () => examineValkey(valkeyUrl), 'check VALKEY_URL'))
  const { smtpUrl } = mail
  if (smtpUrl !== undefined) checks.push(examine('mail server', () => examineMail(smtpUrl), 'check SMTP_URL'))
  if (payment.gateway === 'stripe')
    checks.push(examine('Stripe', () => examineStripe(config), 'check STRIPE_SECRET_KEY'))
  return (await Promise.all(checks)).flat()
}

async function examineFiles(config: Config): Promise<Finding[]> {
  const files = createFileStore(config, () => undefined)
  const name = `probe/${crypto.randomUUID()}`
  await files.put(name, Buffer.from('probe'), 'text/plain')
  await files.remove(name)
  return [
    ok('files', config.files.store === 's3' ? 'the bucket can be written' : 'the data folder can be written'),
  ]
}

async function examineValkey(url: string): Promise<Finding[]> {
  const client = createClient({ url: url.replace(/^valkey/, 'redis'), socket: { reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return [ok('Valkey', 'answers')]
  } finally {
    client.destroy()
  }
}

async function examineMail(url: string): Promise<Finding[]> {
  const transport = createTransport({ url, connectionTimeout: 8000, greetingTimeout: 8000 })
  try {
    await transport.verify()
    return [ok('mail server', 'accepts our login')]
  } finally {
    transport.close()
  }
}

/** Asks for a payment that does not exist: only a valid key gets that response. */
async function examineStripe(config: Config): Promise<Finding[]> {
  try {
    await createPayments(config).gateway.retrievePayment('pi_unknown')
  } catch (error) {
    if (!(error instanceof GatewayRejected) || error.code !== 'resource_missing') throw error
  }
  return [ok('Stripe', 'accepts our key')]
}
