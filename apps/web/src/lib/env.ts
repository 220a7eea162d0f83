import { browserConfig, type BrowserConfig } from '@terrace/contracts/config'
import type { z } from 'zod/mini'

let loaded: BrowserConfig | undefined

/** `/config.json` is unavailable or invalid; the message names the problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Loads `/config.json` once, before the first render.
 * @throws {@link ConfigError} when it is unavailable or invalid; a network error as `fetch` throws it
 */
export async function loadEnv(): Promise<BrowserConfig> {
  if (loaded) return loaded
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new ConfigError(`/config.json returned ${response.status}.`)
  const parsed = browserConfig.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new ConfigError(problemOf(parsed.error), { cause: parsed.error })
  loaded = parsed.data
  return loaded
}

function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const field = issue?.path.join('.')
  return field ? `/config.json: ${field}: ${issue?.message}.` : '/config.json is not valid.'
}

/** The loaded configuration. Throws before {@link loadEnv} has finished. */
export function env(): BrowserConfig {
  if (!loaded) throw new Error('The configuration is not loaded yet')
  return loaded
}

/** Whether the server wants reports of errors. */
export const areErrorsCollected = (): boolean => loaded?.error_reports !== undefined

/** The release to put into error reports; undefined if the server collects none. */
export const reportedRelease = (): string | undefined => loaded?.error_reports?.release

/** Sets a configuration without a request; for tests and the gallery. */
export function setEnv(config: BrowserConfig): void {
  loaded = config
}
