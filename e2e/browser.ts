import type { LaunchOptions } from '@playwright/test'

/**
 * The browser that runs the journeys: on Linux x64 the one from npm, so a bare machine can run them; elsewhere the
 * installed Chrome. CHROME_PATH overrides both.
 */
export async function browserToLaunch(): Promise<LaunchOptions> {
  const chosen = process.env['CHROME_PATH']
  // Containers offer no user namespaces for the browser’s sandbox; it opens only our own pages.
  const args = process.platform === 'linux' ? ['--no-sandbox'] : []
  if (chosen) return { executablePath: chosen, args }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: chromium } = await import('@sparticuz/chromium')
    // Uses only the executable: the package’s default arguments (single process) end it when a page closes.
    return { executablePath: await chromium.executablePath(), args }
  }
  return { channel: 'chrome', args }
}
