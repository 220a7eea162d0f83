import { join } from 'node:path'
import { z } from 'zod'

const variables = z.object({
  SANDBOX_DIR: z.string().min(1),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PORT: z.coerce.number().int().min(1).max(65_535),
  SANDBOX_SECRET_KEY: z.string().regex(/^sk_sandbox_\w{32,}$/),
  SANDBOX_WEBHOOK_SECRET: z.string().regex(/^whsec_sandbox_\w{32,}$/),
  SANDBOX_WEBHOOK_URL: z.url(),
  SANDBOX_MERCHANT: z.string().min(1),
})

/** Reads the environment. @throws an error that names each missing or invalid variable */
export function readSettings(env: Record<string, string | undefined>) {
  const { data, error } = variables.safeParse(env)
  if (!data) {
    const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(`The sandbox cannot start. ${problems.join('. ')}.`)
  }
  return {
    folder: data.SANDBOX_DIR,
    file: fileIn(data.SANDBOX_DIR),
    host: data.SANDBOX_HOST,
    port: data.SANDBOX_PORT,
    secretKey: data.SANDBOX_SECRET_KEY,
    webhookSecret: data.SANDBOX_WEBHOOK_SECRET,
    webhookUrl: data.SANDBOX_WEBHOOK_URL,
    merchant: data.SANDBOX_MERCHANT,
  }
}

/** The file with the sandbox's data. */
export function fileIn(folder: string): string {
  return join(folder, 'sandbox.sqlite')
}
