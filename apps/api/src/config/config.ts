import type { z } from 'zod'
import { StartupError } from '#api/shared/startup/startup-error.ts'
import { appConfig } from './app.ts'
import { chatConfig } from './chat.ts'
import { encryptionConfig } from './encryption.ts'
import { filesConfig } from './files.ts'
import { handoverConfig } from './handover.ts'
import { mailConfig } from './mail.ts'
import { paymentConfig } from './payments.ts'
import { realtimeConfig } from './realtime.ts'
import { searchConfig } from './search.ts'
import { securityConfig } from './security.ts'
import { serverConfig } from './server.ts'
import { signingConfig } from './signing.ts'
import { storageConfig } from './storage.ts'
import { tradingConfig } from './trading.ts'

// Each concern validates its own variables, so problems of all concerns are reported together.
const configuration = appConfig
  .and(serverConfig)
  .and(storageConfig)
  .and(tradingConfig)
  .and(mailConfig)
  .and(realtimeConfig)
  .and(signingConfig)
  .and(handoverConfig)
  .and(searchConfig)
  .and(chatConfig)
  .and(paymentConfig)
  .and(securityConfig)
  .and(encryptionConfig)
  .and(filesConfig)

export type Config = z.output<typeof configuration>

/** @throws StartupError in production while SUPPORT_PHONE is not set. Commands that show no page do not need it. */
export function requireSupportPhone({ supportPhone }: Pick<Config, 'supportPhone'>): string {
  if (supportPhone !== undefined) return supportPhone
  throw new StartupError(
    'Configuration is not valid. SUPPORT_PHONE: production needs the number that buyers call.',
  )
}

/**
 * Reads the configuration; nothing else in the API reads environment variables.
 * @throws StartupError that names every invalid variable, without its value.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const { data, error } = configuration.safeParse(env)
  if (data) return data
  const problems = new Set(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  throw new StartupError(`Configuration is not valid. ${[...problems].join('; ')}`)
}
