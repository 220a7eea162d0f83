import type { z } from 'zod'
import { StartupError } from '#api/shared/startup/startup-error.ts'
import { appConfig, appInProduction, type AppConfig } from './app.ts'
import { chatConfig } from './chat.ts'
import { encryptionConfig, encryptionInProduction } from './encryption.ts'
import { encryptedConnectionsInProduction } from './encrypted-connections.ts'
import { filesConfig } from './files.ts'
import { handoverConfig } from './handover.ts'
import { inventoryConfig } from './inventory.ts'
import { invoicingConfig } from './invoicing.ts'
import { mailConfig, mailInProduction } from './mail.ts'
import { paymentConfig, paymentsInProduction } from './payments.ts'
import { placeholdersInProduction } from './placeholders.ts'
import { realtimeConfig, realtimeInProduction } from './realtime.ts'
import { retentionConfig } from './retention.ts'
import { searchConfig } from './search.ts'
import { securityConfig } from './security.ts'
import { publicDemo, serverConfig } from './server.ts'
import { signingConfig } from './signing.ts'
import { storageConfig, type StorageConfig } from './storage.ts'
import { telemetryConfig } from './telemetry.ts'
import { tradingConfig } from './trading.ts'

// Each concern validates its own variables, so problems of all concerns are reported together.
const configuration = appConfig
  .and(serverConfig)
  .and(storageConfig)
  .and(tradingConfig)
  .and(inventoryConfig)
  .and(invoicingConfig)
  .and(mailConfig)
  .and(realtimeConfig)
  .and(signingConfig)
  .and(handoverConfig)
  .and(searchConfig)
  .and(chatConfig)
  .and(paymentConfig)
  .and(securityConfig)
  .and(retentionConfig)
  .and(encryptionConfig)
  .and(filesConfig)
  .and(telemetryConfig)
  .and(publicDemo)
  .and(appInProduction)
  .and(mailInProduction)
  .and(realtimeInProduction)
  .and(paymentsInProduction)
  .and(encryptionInProduction)
  .and(encryptedConnectionsInProduction)
  .and(placeholdersInProduction)

export type Config = z.output<typeof configuration>

type Environment = Record<string, string | undefined>

/**
 * Reads the configuration; nothing else in the API reads environment variables.
 * @throws StartupError that names every invalid or missing variable, without its value.
 */
export function readConfig(env: Environment = process.env): Config {
  return parse(configuration, env)
}

/** For commands that use the database only. @throws StartupError as `readConfig` does. */
export function readDatabaseConfig(env: Environment = process.env): AppConfig & StorageConfig {
  return parse(appConfig.and(storageConfig), env)
}

export interface VariableProblem {
  name: string
  /** Never contains the variable's value. */
  message: string
}

/** Every invalid or missing variable; empty when `readConfig` would succeed. */
export function findConfigProblems(env: Environment = process.env): VariableProblem[] {
  const { error } = configuration.safeParse(env)
  return error ? problemsOf(error) : []
}

function parse<Output>(schema: z.ZodType<Output>, env: Environment): Output {
  const { data, error } = schema.safeParse(env)
  if (!error) return data
  const problems = problemsOf(error).map(({ name, message }) => `${name}: ${message}`)
  throw new StartupError(`Configuration is not valid. ${problems.join('; ')}`)
}

/** Each problem once. */
function problemsOf(error: z.ZodError): VariableProblem[] {
  const problems = error.issues.map(({ path, message }) => ({ name: path.join('.'), message }))
  return [...new Map(problems.map((problem) => [`${problem.name}: ${problem.message}`, problem])).values()]
}
