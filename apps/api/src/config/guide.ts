import type { z } from 'zod'
import { appVariables } from './app.ts'
import { chatVariables } from './chat.ts'
import { encryptionVariables } from './encryption.ts'
import { filesVariables } from './files.ts'
import { handoverVariables } from './handover.ts'
import { inventoryVariables } from './inventory.ts'
import { invoicingVariables } from './invoicing.ts'
import { mailVariables } from './mail.ts'
import { paymentVariables } from './payments.ts'
import { realtimeVariables } from './realtime.ts'
import { retentionVariables } from './retention.ts'
import { searchVariables } from './search.ts'
import { securityVariables } from './security.ts'
import { serverVariables } from './server.ts'
import { signingVariables } from './signing.ts'
import { storageVariables } from './storage.ts'
import { telemetryVariables } from './telemetry.ts'
import { tradingVariables } from './trading.ts'
import { noteOf } from './variable.ts'

/** Every variable, by the heading of the guide. */
export const variableSections: Record<string, Record<string, z.ZodType>> = {
  Application: appVariables,
  Server: serverVariables,
  'Data and processes': storageVariables,
  Trading: tradingVariables,
  Payments: paymentVariables,
  Invoices: invoicingVariables,
  Email: mailVariables,
  Security: securityVariables,
  Retention: retentionVariables,
  Encryption: encryptionVariables,
  Files: filesVariables,
  'Inventory files': inventoryVariables,
  Search: searchVariables,
  Realtime: realtimeVariables,
  'Signing of terms': signingVariables,
  'Handover from other sites': handoverVariables,
  Chat: chatVariables,
  'Traces and error reports': telemetryVariables,
}

/** A line that sets the variable to an example; undefined for a name that is not a variable. */
export function exampleLine(name: string): string | undefined {
  const schema = Object.values(variableSections).find((variables) => name in variables)?.[name]
  return schema && `${name}=${noteOf(name, schema).example}`
}

/** The text of `docs/guides/configuration.md`. */
export function configurationGuide(): string {
  return [
    '# Configuration',
    'The server reads environment variables at start and rejects an invalid configuration with one message that names every problem. Lists are separated by commas.',
    'This page is generated from `apps/api/src/config` by `npm run docs:configuration`.',
    ...Object.entries(variableSections).map(([title, variables]) =>
      [
        `## ${title}`,
        '',
        '| Variable | Default | Meaning | Example |',
        '|---|---|---|---|',
        ...Object.entries(variables).map(([name, schema]) => rowOf(name, schema)),
      ].join('\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

function rowOf(name: string, schema: z.ZodType): string {
  const { meaning, example, default: fallback } = noteOf(name, schema)
  return `| \`${name}\` | ${fallback ?? defaultOf(schema)} | ${meaning} | \`${example}\` |`
}

function defaultOf(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined)
  const isScalar = typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean'
  return isScalar ? `\`${data}\`` : 'none'
}
