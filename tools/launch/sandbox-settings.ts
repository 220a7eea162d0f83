import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { productDefaults } from '@terrace/contracts/product'
import { freePort } from './processes/ports.ts'

/** Address and secrets of a sandbox process, new for each start. */
export interface SandboxSettings {
  port: number
  /** Folder of its data. */
  folder: string
  secretKey: string
  webhookSecret: string
}

export async function newSandboxSettings(dataFolder: string): Promise<SandboxSettings> {
  return {
    port: await freePort(),
    folder: join(dataFolder, 'sandbox'),
    secretKey: `sk_sandbox_${randomBytes(32).toString('hex')}`,
    webhookSecret: `whsec_sandbox_${randomBytes(32).toString('hex')}`,
  }
}

export const sandboxUrl = ({ port }: SandboxSettings) => `http://127.0.0.1:${port}`

/** Variables with which the server calls the sandbox. */
export function serverVariables(settings: SandboxSettings): Record<string, string> {
  return {
    SANDBOX_URL: sandboxUrl(settings),
    SANDBOX_SECRET_KEY: settings.secretKey,
    SANDBOX_WEBHOOK_SECRET: settings.webhookSecret,
  }
}

/** Variables of the sandbox itself, which posts its events to the server at `serverUrl`. */
export function sandboxVariables(settings: SandboxSettings, serverUrl: string): Record<string, string> {
  return {
    SANDBOX_DIR: settings.folder,
    SANDBOX_PORT: String(settings.port),
    SANDBOX_SECRET_KEY: settings.secretKey,
    SANDBOX_WEBHOOK_SECRET: settings.webhookSecret,
    SANDBOX_MERCHANT: process.env['BRAND'] || productDefaults.brand,
    SANDBOX_WEBHOOK_URL: `${serverUrl}/payments/webhook`,
  }
}
