import { browserConfig, type BrowserConfig } from '@terrace/contracts/config'

let loaded: BrowserConfig | undefined

/** Reads `/config.json` once, before anything is drawn. Throws when it cannot be had or has another shape. */
export async function loadEnv(): Promise<BrowserConfig> {
  if (loaded) return loaded
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  loaded = browserConfig.parse(await response.json())
  return loaded
}

/** The configuration of this page; only callable after {@link loadEnv}. */
export function env(): BrowserConfig {
  if (!loaded) throw new Error('The configuration is read before it is loaded')
  return loaded
}

/** Puts a configuration in place without a request; for tests and for the gallery's fixtures. */
export function setEnv(config: BrowserConfig): void {
  loaded = config
}
